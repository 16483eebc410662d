import type { Connection, SubmissionItem } from '#pwa/attempt/api.ts'
import { formatClock } from '../../format.ts'
import { Glyph, type GlyphName } from '../../ui/Glyph.tsx'
import { judgingLabel } from '../rail/states.ts'
import './strip.css'

const reached: Record<SubmissionItem['stage'], number> = {
  saving: 0,
  kept: 0,
  sent: 1,
  judging: 2,
  judged: 3,
  held: 1,
  rejected: 1,
}

const glyphs: Partial<Record<SubmissionItem['stage'], GlyphName>> = {
  kept: 'device',
  judged: 'ok',
  held: 'warn',
  rejected: 'bad',
}

function told({ stage, reason, decision }: SubmissionItem, online: boolean): string {
  if (reason !== null) return reason
  if (decision) return 'Staff has accepted it, and it counts.'
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

/** A submission on its way: kept on this device, sent, judged. One that came late: what staff decided about it. */
export function SubmissionStrip({ submission, connection }: StripProps) {
  const at = reached[submission.stage]
  const rejected = submission.stage === 'rejected'
  const ends = submission.reason !== null || submission.stage === 'judged'
  return (
    <section className={`strip is-${submission.stage}`} aria-label="Submission" role="status">
      <Glyph name={glyphs[submission.stage] ?? 'sending'} size={15} />
      <div>
        <strong className="tabular">
          {rejected ? 'Submission not taken' : 'Submission'} {formatClock(submission.madeAt)}
        </strong>
        <p>{told(submission, connection.state !== 'offline' && connection.state !== 'captive')}</p>
      </div>
      {!ends && (
        <ol>
          {['Queued', 'Sent', judgingLabel(submission), 'Verdict'].map((name, index) => (
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
