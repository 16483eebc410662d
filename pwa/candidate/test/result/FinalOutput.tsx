import { texts } from '#contract/texts.ts'
import type { SubmissionItem } from '#pwa/actors/testApi.ts'
import { Glyph, type GlyphName } from '../../ui/Glyph.tsx'
import { countsInWords } from './verdict.ts'

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
        {submission && submission.stage !== 'rejected'
          ? 'The verdict of your submission appears here.'
          : 'Submit your code to see its result on all test cases here.'}
      </p>
    )
  }
  const line = resultLine(result.passed_testcases, result.total_testcases)
  const why = countsInWords(result.passed_testcases, result.failures)
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
      {why && <p className="final-why tabular">{why}</p>}
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
