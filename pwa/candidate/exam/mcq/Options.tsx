import type { FunctionComponent } from 'react'
import { letterOf } from '#contract/letters.ts'
import { type OfKinds, questionKindOf, taskWords } from '#contract/questionKinds.ts'
import type { QuestionView } from '#contract/views/candidate.ts'
import { OptionText } from '#pwa/markdown/OptionText.tsx'
import { StatementPicture } from '../statement/StatementPicture.tsx'

export interface AnswerProps {
  question: QuestionView
  selected: readonly number[]
  readOnly: boolean
  onChoose: (optionId: number) => void
}

interface OptionsProps extends AnswerProps {
  input: 'radio' | 'checkbox'
}

export function Options({ input, question, selected, readOnly, onChoose }: OptionsProps) {
  return (
    <fieldset className="options" disabled={readOnly}>
      <legend className="visually-hidden">{taskWords[questionKindOf(question)]}</legend>
      {question.options.map((option, index) => {
        const chosen = selected.includes(option.id)
        return (
          <label key={option.id} className={chosen ? 'option is-chosen' : 'option'}>
            <input
              type={input}
              name={`question-${question.id}`}
              checked={chosen}
              onChange={() => onChoose(option.id)}
            />
            <span className="option-letter">{letterOf(index)}</span>
            <span className="option-text">
              <OptionText text={option.description} />
              {option.image_url && (
                <StatementPicture src={option.image_url} alt={`Picture of option ${letterOf(index)}`} />
              )}
            </span>
            <span className="option-chosen" aria-hidden="true">
              {chosen && 'Chosen'}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

/** The part of the page that a question is answered in, by its kind. */
export const answerParts: OfKinds<FunctionComponent<AnswerProps>> = {
  single: (props) => <Options {...props} input="radio" />,
  multiple: (props) => <Options {...props} input="checkbox" />,
}
