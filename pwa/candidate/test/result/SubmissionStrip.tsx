import type { Connection, SubmissionItem } from '#pwa/actors/testApi.ts'
import { formatClock } from '../../format.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import './strip.css'

const reached: Record<SubmissionItem['stage'], number> = {
  saving: 0,
  kept: 0,
  sent: 1,
  judging: 2,
  judged: 3,
  rejected: 1,
}

function stepNames({ stage, result }: SubmissionItem): string[] {
  const judging =
    stage === 'judging' && result && result.total_testcases > 0
      ? `Judging ${result.judged_testcases} of ${result.total_testcases}`
      : 'Judging'
  return ['Queued', 'Sent', judging, 'Verdict']
}

function told({ stage, reason }: SubmissionItem, online: boolean): string {
  if (stage === 'rejected') return reason ?? 'The server refused it.'
  if (stage === 'saving') return 'Not on this device yet, being kept'
  if (stage === 'kept') {
    return online
      ? 'Kept on this device, on its way, counted once'
      : 'Sent when you are back online, counted once'
  }
  return stage === 'sent' ? 'On the server, waiting for its turn' : 'On the server, being judged'
}

interface StripProps {
  submission: SubmissionItem
  connection: Connection
}

/** A submission on its way: kept on this device, sent, judged. */
export function SubmissionStrip({ submission, connection }: StripProps) {
  const at = reached[submission.stage]
  const rejected = submission.stage === 'rejected'
  return (
    <section className={rejected ? 'strip is-rejected' : 'strip'} aria-label="Submission" role="status">
      <Glyph name={rejected ? 'bad' : submission.stage === 'kept' ? 'device' : 'sending'} size={15} />
      <div>
        <strong className="tabular">
          {rejected ? 'Submission not taken' : 'Submission'} {formatClock(submission.madeAt)}
        </strong>
        <p>{told(submission, connection.state !== 'offline' && connection.state !== 'captive')}</p>
      </div>
      {!rejected && (
        <ol>
          {stepNames(submission).map((name, index) => (
            <li
              key={name}
              className={index === at ? 'is-current' : undefined}
              aria-current={index === at || undefined}
            >
              <Glyph name={index < at ? 'ok' : index === at ? 'device' : 'step'} size={12} />
              {name}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
