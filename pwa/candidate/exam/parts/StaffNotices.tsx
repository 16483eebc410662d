import { Megaphone } from 'lucide-react'
import { plural } from '#contract/plural.ts'
import type { NoticeView } from '#contract/views/candidate.ts'
import { formatTimeOfDay } from '../../format.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { useAttempt, useAttemptClient } from '../hooks/useAttempt.ts'
import { toWork } from '../nextPane.ts'
import { writtenInPause } from '../rail/states.ts'

/**
 * A notice in words.
 * @param hasLate something stands here that was written in a pause
 */
function noticeMessage({ kind, text, minutes }: NoticeView, organization: string, hasLate: boolean): string {
  const given = plural(minutes ?? 0, 'minute')
  const said: Record<NoticeView['kind'], string> = {
    message: `${organization}: ${text ?? ''}`,
    minutes: `${organization} gave you ${given} more. The timer shows it.`,
    pause: `${organization} paused your test.`,
    resume: `Your test continues. The time of the pause was added.${hasLate ? ' What you wrote meanwhile counts once you save or change it again.' : ''}`,
    rules: `${organization} changed the rules of your test. ${text ?? ''}`,
    reopen: `${organization} reopened your test and gave you ${given}. Everything you wrote before is there.`,
    adopted:
      'Work from your other device has arrived. Items you changed here were left as they are, unless staff accepted the other version.',
  }
  return said[kind]
}

/**
 * Above the work and never over it: whoever is typing types on, and reads it when there is a moment. However many there are,
 * they are one: each with its time, and the work keeps its room.
 */
export function StaffNotices({ organization }: { organization: string }) {
  const actor = useAttemptClient()
  const newest = useAttempt(({ notices }) => notices.at(-1))
  if (!newest) return null
  const understood = () => {
    // The button goes with what it did.
    toWork()
    void actor.noticesRead(newest.id)
  }
  return (
    <div className="staff-notices">
      <Banner
        tone="info"
        icon={<Megaphone size={18} strokeWidth={1.75} aria-hidden="true" />}
        side={
          <Button size="small" onClick={understood}>
            Understood
          </Button>
        }
      >
        <NoticeTexts organization={organization} />
      </Banner>
    </div>
  )
}

/** The notices that were not read yet, each with its time. */
export function NoticeTexts({ organization }: { organization: string }) {
  const notices = useAttempt((snapshot) => snapshot.notices)
  const hasLate = useAttempt((snapshot) => writtenInPause(snapshot) !== '')
  return notices.map((notice) => (
    <span key={notice.id} className="staff-notice">
      <time className="tabular" dateTime={notice.sent_at}>
        {formatTimeOfDay(new Date(notice.sent_at))}
      </time>{' '}
      {noticeMessage(notice, organization, hasLate)}
    </span>
  ))
}
