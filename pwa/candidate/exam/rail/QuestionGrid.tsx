import { Flag } from 'lucide-react'
import { texts } from '#contract/texts.ts'
import type { QuestionView } from '#contract/views/candidate.ts'
import type { Choice } from '#pwa/attempt/api.ts'
import { useAttempt } from '../hooks/useAttempt.ts'
import type { PositionControl } from '../hooks/usePosition.ts'
import { isAnswered, onDeviceOnly, type QuestionState, questionState } from './states.ts'

interface Cell {
  question: QuestionView
  state: QuestionState
  choice: Choice | undefined
  isOnDevice: boolean
  isFlagged: boolean
}

const isLate = ({ choice }: Pick<Cell, 'choice'>) => choice?.light?.isLate

function nameOf({ state, choice, isOnDevice, isFlagged }: Cell, number: number): string {
  const parts = [`Question ${number}`, state]
  if (state === 'chosen') parts.push('not saved')
  else if (isOnDevice) parts.push('saved on this device')
  else if (isLate({ choice })) parts.push('not counted')
  else if (state === 'answered') parts.push('saved')
  if (isFlagged) parts.push('flagged')
  return parts.join(', ')
}

const legendNames: Record<QuestionState, string> = {
  answered: 'Answered',
  chosen: 'Chosen, not saved',
  open: 'Open',
  unseen: 'Unseen',
}

function Legend({ cells }: { cells: readonly Cell[] }) {
  const waiting = cells.filter((cell) => cell.isOnDevice).length
  const late = cells.filter(isLate).length
  const flagged = cells.filter((cell) => cell.isFlagged).length
  return (
    <ul className="legend tabular">
      {(Object.keys(legendNames) as QuestionState[]).map((state) => (
        <li key={state}>
          <i className={`cell is-${state}`} aria-hidden="true" />
          {legendNames[state]}
          <span>{cells.filter((cell) => cell.state === state).length}</span>
        </li>
      ))}
      {flagged > 0 && (
        <li>
          <Flag className="legend-flag" size={13} aria-hidden="true" />
          Flagged
          <span>{flagged}</span>
        </li>
      )}
      {waiting > 0 && (
        <li>
          <i className="cell is-answered is-device" aria-hidden="true" />
          On this device
          <span>{waiting}</span>
        </li>
      )}
      {late > 0 && (
        <li>
          <i className="cell is-answered is-late" aria-hidden="true" />
          Not counted
          <span>{late}</span>
        </li>
      )}
    </ul>
  )
}

export function QuestionGrid({
  questions,
  position,
}: {
  questions: readonly QuestionView[]
  position: PositionControl
}) {
  const choices = useAttempt((snapshot) => snapshot.choices)
  const cells = questions.map((question): Cell => {
    const choice = choices[question.id]
    return {
      question,
      choice,
      state: questionState(question, choice, position.seenQuestions.includes(question.id)),
      isOnDevice: onDeviceOnly(question, choice),
      isFlagged: position.flaggedQuestions.includes(question.id),
    }
  })
  const answered = cells.filter((cell) => isAnswered(cell.choice)).length
  return (
    <section className="rail-part" aria-label={texts.mcqs}>
      <h2>
        {texts.mcqs}
        <span className="tabular">
          {answered} of {questions.length} answered
        </span>
      </h2>
      <ul className="question-grid tabular">
        {cells.map((cell, index) => {
          const current = position.section === 'mcqs' && position.questionId === cell.question.id
          const classes = [
            'cell',
            `is-${cell.state}`,
            cell.isOnDevice && 'is-device',
            isLate(cell) && 'is-late',
          ]
          return (
            <li key={cell.question.id}>
              <button
                type="button"
                className={classes.filter(Boolean).join(' ')}
                aria-current={current || undefined}
                aria-label={nameOf(cell, index + 1)}
                title={nameOf(cell, index + 1)}
                onClick={() => position.showQuestion(cell.question.id)}
              >
                {index + 1}
                {cell.isFlagged && <Flag className="cell-flag" size={11} aria-hidden="true" />}
              </button>
            </li>
          )
        })}
      </ul>
      <Legend cells={cells} />
    </section>
  )
}
