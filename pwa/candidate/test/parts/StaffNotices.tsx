import { Megaphone } from 'lucide-react'
import { plural } from '#contract/plural.ts'
import type { NoticeView } from '#pwa/actors/views.ts'
import { formatTimeOfDay } from '../../format.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { useTest, useTestActor } from '../hooks/useTest.ts'
import { toWork } from '../nextPane.ts'

/** What a notice says, in words. */
export function noticeWords({ kind, text, minutes }: NoticeView, organization: string): string {
  const given = plural(minutes ?? 0, 'minute')
  const said: Record<NoticeView['kind'], string> = {
    message: `${organization}: ${text ?? ''}`,
    minutes: `${organization} gave you ${given} more. The timer shows it.`,
    pause: `${organization} paused your test.`,
    resume: 'Your test goes on. The time of the pause was added.',
    rules: `${organization} changed the rules of your test. ${text ?? ''}`,
    reopen: `${organization} opened your test again and gave you ${given}. What you wrote before is all there.`,
    adopted: 'Work from your other device has arrived. Items you changed here were left as they are.',
  }
  return said[kind]
}

/** The button goes with its notice: the keyboard goes to the next one, or back to the work. */
function leadOn(from: HTMLElement): void {
  const others = [...document.querySelectorAll<HTMLElement>('[data-notice]')].filter((one) => one !== from)
  if (others[0]) others[0].focus()
  else toWork()
}

/** Above the work and never over it: whoever is typing types on, and reads it when there is a moment. */
export function StaffNotices({ organization }: { organization: string }) {
  const actor = useTestActor()
  const notices = useTest((snapshot) => snapshot.notices)
  if (notices.length === 0) return null
  const shown = notices.map((notice) => (
    <Banner
      key={notice.id}
      tone="info"
      icon={<Megaphone size={18} strokeWidth={1.75} aria-hidden="true" />}
      side={
        <>
          <time dateTime={notice.sent_at}>{formatTimeOfDay(new Date(notice.sent_at))}</time>
          <Button
            size="small"
            data-notice={notice.id}
            onClick={(event) => {
              leadOn(event.currentTarget)
              void actor.noticesRead(notice.id)
            }}
          >
            Understood
          </Button>
        </>
      }
    >
      {noticeWords(notice, organization)}
    </Banner>
  ))
  return <div className="staff-notices">{shown}</div>
}
