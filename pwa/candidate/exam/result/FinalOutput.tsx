import { texts } from '#contract/texts.ts'
import type { SubmissionItem } from '#pwa/attempt/api.ts'
import { Glyph, type GlyphName } from '../../ui/Glyph.tsx'
import { useAttempt } from '../hooks/useAttempt.ts'
import { hasNewer } from '../rail/states.ts'
import { ChangedSince } from './RunOutput.tsx'
import { formatCounts } from './verdict.ts'

interface Line {
  glyph: GlyphName
  tone: 'ok' | 'bad' | 'warn'
  text: string
}

/** The specification's three results. */
export function resultLine(passed: number, total: number): Line {
  if (passed === total && total > 0)
    return { glyph: 'ok', tone: 'ok', text: 'Accepted: all test cases passed' }
  if (passed === 0) return { glyph: 'bad', tone: 'bad', text: 'Not accepted: no test case passed' }
  return { glyph: 'part', tone: 'warn', text: texts.partiallyAccepted }
}

export function FinalOutput({ submission, left }: { submission: SubmissionItem | null; left: number }) {
  const result = submission?.result
  if (submission?.stage !== 'judged' || !result) {
    return (
      <p className="output-empty">
        {submission?.reason === null
          ? 'The verdict of your submission appears here.'
          : 'Submit your code to see its result on all test cases here.'}
      </p>
    )
  }
  return <Verdict problemId={submission.problemId} result={result} left={left} />
}

function Verdict(props: { problemId: number; result: NonNullable<SubmissionItem['result']>; left: number }) {
  const { problemId, result, left } = props
  const isChanged = useAttempt((snapshot) => hasNewer(snapshot, problemId))
  const line = resultLine(result.passed_testcases, result.total_testcases)
  const why = formatCounts(result.passed_testcases, result.failures)
  const facts: [string, number][] = [
    [texts.submissionsLeft, left],
    ['Total test cases', result.total_testcases],
    ['Passed test cases', result.passed_testcases],
  ]
  return (
    <div className={`final-output is-${line.tone}`}>
      <p className="final-line" role="status">
        <Glyph name={line.glyph} size={18} /> {line.text}
      </p>
      {(why || isChanged) && (
        <p className="final-why tabular">
          {why && <span>{why}</span>}
          {isChanged && <ChangedSince />}
        </p>
      )}
      <dl className="tabular">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
