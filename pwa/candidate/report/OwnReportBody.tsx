import '@fontsource-variable/jetbrains-mono/index.css'
import { letterOf } from '#contract/letters.ts'
import { plural } from '#contract/plural.ts'
import type { OwnReport } from '#contract/views/candidate.ts'
import { OptionText } from '#pwa/markdown/OptionText.tsx'
import { lateLines } from '../end/messages.ts'
import { Markdown } from '../exam/statement/Markdown.tsx'
import { formatDateTime } from '../format.ts'
import './report.css'

const marks = (obtained: number, whole: number): string => `${obtained} of ${plural(whole, 'mark')}`
const dateOr = (iso: string | null): string => (iso === null ? '-' : formatDateTime(new Date(iso)))

function Problem({ problem }: { problem: OwnReport['problems_details'][number] }) {
  return (
    <article className="card report-item" aria-label={problem.title}>
      <header>
        <h3>{problem.title}</h3>
        <strong className="tabular">{marks(problem.obtained_score, problem.total_score)}</strong>
      </header>
      {problem.is_attempted ? (
        <p>
          {problem.is_held
            ? 'It came late and was not judged'
            : `${problem.passed_testcases} of ${plural(problem.total_testcases, 'test')} passed`}
          {problem.language && `, ${problem.language}`}, {dateOr(problem.submission_time)}
        </p>
      ) : (
        <p>Not answered.</p>
      )}
      {problem.answer !== null && (
        <details>
          <summary>Your program</summary>
          <pre>{problem.answer}</pre>
        </details>
      )}
      {problem.is_attempted && !problem.is_held && problem.samples.length > 0 && (
        <details>
          <summary>Sample tests</summary>
          {problem.samples.map((sample, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a sample is its place
            <dl key={index} className="report-sample">
              <dt>Input</dt>
              <dd>
                <pre>{sample.input}</pre>
              </dd>
              <dt>Expected</dt>
              <dd>
                <pre>{sample.expected_output}</pre>
              </dd>
              <dt>Yours</dt>
              <dd>
                <pre>{sample.actual_output ?? '-'}</pre>
              </dd>
              <dt>Result</dt>
              <dd>{sample.is_passed ? 'Passed' : 'Not passed'}</dd>
            </dl>
          ))}
        </details>
      )}
    </article>
  )
}

function Question({ question, place }: { question: OwnReport['mcqs_details'][number]; place: number }) {
  const isAnswered = question.options.some(({ is_chosen }) => is_chosen)
  return (
    <article className="card report-item" aria-label={`Question ${place}`}>
      <header>
        <h3>Question {place}</h3>
        <strong className="tabular">{marks(question.obtained_marks, question.marks)}</strong>
      </header>
      <Markdown text={question.description} />
      <ul>
        {question.options.map(({ description, is_chosen }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option is its letter
          <li key={index} className={is_chosen ? 'is-chosen' : undefined}>
            <b>{letterOf(index)}</b> <OptionText text={description} />
            {is_chosen && <em>your answer</em>}
          </li>
        ))}
      </ul>
      {question.is_held && (
        <p>You saved another answer that came late. As things stand, it does not count.</p>
      )}
      {!isAnswered && !question.is_held && <p>Not answered.</p>}
    </article>
  )
}

/** The written work and what it was worth; which answers are right is not told. */
export function OwnReportBody({ report }: { report: OwnReport }) {
  const { score, time, problems_details, mcqs_details, candidate, snapshots } = report
  const name = `${candidate.first_name} ${candidate.last_name}`.trim()
  return (
    <main className="report page-column">
      <header className="end-head">
        <h1>Your report</h1>
        <p>
          {name && `${name}, `}
          {report.organization_name}
        </p>
      </header>
      <section className="card report-score" aria-label="Score">
        <p className="tabular">
          <strong>{score.percentage}%</strong> {marks(score.obtained_score, score.total_score)}
        </p>
        {report.judging > 0 && (
          <p role="status">{plural(report.judging, 'program is', 'programs are')} still being judged.</p>
        )}
        {lateLines(report).map((line) => (
          <p key={line} role="status">
            {line}
          </p>
        ))}
        <dl>
          <dt>Started</dt>
          <dd>{dateOr(time.test_started)}</dd>
          <dt>Finished</dt>
          <dd>{dateOr(time.test_finished)}</dd>
          <dt>Ended by</dt>
          <dd>{report.end_reason ?? '-'}</dd>
          <dt>Webcam pictures</dt>
          <dd>{snapshots.length === 0 ? 'none' : plural(snapshots.length, 'picture')}</dd>
        </dl>
      </section>
      {problems_details.length > 0 && <h2>Problems</h2>}
      {problems_details.map((problem) => (
        <Problem key={problem.problem_id} problem={problem} />
      ))}
      {mcqs_details.length > 0 && <h2>MCQs</h2>}
      {mcqs_details.map((question, index) => (
        <Question key={question.question_id} question={question} place={index + 1} />
      ))}
    </main>
  )
}
