import { Flag } from 'lucide-react'
import { texts } from '#contract/texts.ts'
import type { ProblemView } from '#contract/views/candidate.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import { useAttempt } from '../hooks/useAttempt.ts'
import type { PositionControl } from '../hooks/usePosition.ts'
import { problemState } from './states.ts'

export function ProblemList({
  problems,
  position,
}: {
  problems: readonly ProblemView[]
  position: PositionControl
}) {
  const submissions = useAttempt((snapshot) => snapshot.submissions)
  const drafts = useAttempt((snapshot) => snapshot.drafts)
  const rows = problems.map((problem) => ({
    problem,
    state: problemState(problem, { submissions, drafts }, position.seenProblems.includes(problem.id)),
  }))
  const submitted = rows.filter(({ state }) => state.submitted).length
  return (
    <section className="rail-part" aria-label={texts.problems}>
      <h2>
        {texts.problems}
        <span className="tabular">
          {submitted} of {problems.length} submitted
        </span>
      </h2>
      <ul className="problem-list">
        {rows.map(({ problem, state }, index) => {
          const isFlagged = position.flaggedProblems.includes(problem.id)
          const words = isFlagged ? `${state.words}, flagged` : state.words
          const current = position.section === 'problems' && position.problemId === problem.id
          return (
            <li key={problem.id}>
              <button
                type="button"
                aria-current={current || undefined}
                title={`${index + 1} ${problem.title}: ${words}`}
                onClick={() => position.showProblem(problem.id)}
              >
                <span className={`rail-glyph is-${state.tone}`}>
                  <Glyph name={state.glyph} />
                </span>
                <span className="rail-words">
                  <strong>
                    {index + 1} {problem.title}
                  </strong>
                  <span className="tabular">{words}</span>
                </span>
                {isFlagged && <Flag className="problem-flag" size={13} aria-hidden="true" />}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
