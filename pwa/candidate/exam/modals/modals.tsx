import './confirm-submit.css'
import { type ReactNode, useEffect } from 'react'
import { plural } from '#contract/plural.ts'
import { texts } from '#contract/texts.ts'
import type { DriveView } from '#contract/views/candidate.ts'
import { freeScreenExits, nextScreenExit } from '#machines/attempt/proctoring.ts'
import { secondsLeft } from '#machines/attempt/timer.ts'
import { WhomToAsk } from '../../shell/WhomToAsk.tsx'
import { Button } from '../../ui/Button.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { useAttempt, useAttemptClient } from '../hooks/useAttempt.ts'
import { toWork } from '../nextPane.ts'
import { NoticeTexts } from '../parts/StaffNotices.tsx'

/** The consequence of leaving full screen once more, said before it happens. */
export function screenWarning(context: Parameters<typeof nextScreenExit>[0]): string {
  const free = freeScreenExits(context)
  if (free > 0)
    return `Full screen may be left ${plural(free, 'more time', 'more times')} without consequence.`
  const { consequence } = nextScreenExit(context)
  if (consequence === 'end') return 'If you leave full screen once more, the test ends.'
  if (consequence === 'none')
    return 'From now on it is recorded as leaving the test if you leave full screen.'
  return `If you leave full screen once more, that is warning ${context.strikes + 1} of ${context.warningsAllowed}.`
}

interface ConfirmProps {
  children: ReactNode
  /** Its fate while the server is out of reach. */
  offline: string
  onCancel: () => void
  onConfirm: () => void
}

export function ConfirmSubmit({ children, offline, onCancel, onConfirm }: ConfirmProps) {
  const reach = useAttempt((snapshot) => snapshot.connection.state)
  return (
    <Modal
      title={texts.confirmSubmit}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>Not yet</Button>
          <Button variant="primary" onClick={onConfirm}>
            {texts.submit}
          </Button>
        </>
      }
    >
      {children}
      {(reach === 'offline' || reach === 'captive') && (
        <p className="confirm-offline">
          <Glyph name="device" /> <span>You are offline. {offline}</span>
        </p>
      )}
    </Modal>
  )
}

interface FullScreenProps {
  /** The consequence of leaving it once more; null if that was never counted. */
  warning: string | null
  refused: boolean
  onEnter: () => void
  onWithout: () => void
}

/** Static: it goes when full screen is on, or when the browser has refused it. */
export function EnterFullScreen({ warning, refused, onEnter, onWithout }: FullScreenProps) {
  useToWorkAfter()
  return (
    <Modal
      title={texts.enterFullScreen}
      alert
      actions={
        <>
          {refused && <Button onClick={onWithout}>Continue without it</Button>}
          <Button variant="primary" onClick={onEnter}>
            {texts.enterFullScreen}
          </Button>
        </>
      }
    >
      <p>The test runs in full screen. Your answers are kept and your time is running.</p>
      {warning !== null && <p>{warning}</p>}
      {refused && <p>Your browser refused full screen. You can continue without it; that is recorded.</p>}
    </Modal>
  )
}

export function LeftWarning({
  strikes,
  allowed,
  onClose,
}: {
  strikes: number
  allowed: number
  onClose: () => void
}) {
  return (
    <Modal
      title="You left the test"
      alert
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Continue the test
        </Button>
      }
    >
      <p>
        This was warning {strikes} of {allowed}. {strikes >= allowed ? 'The next time the test ends.' : ''}
      </p>
    </Modal>
  )
}

/** '10 minutes and 15 seconds' */
export function formatTimeLeft(clock: Parameters<typeof secondsLeft>[0], now: number): string {
  const left = Math.max(0, secondsLeft(clock, now))
  return `${plural(Math.floor(left / 60), 'minute')} and ${plural(left % 60, 'second')}`
}

/** The clock stands still; the page goes on by itself, as soon as it hears of it. */
export function Paused({ view }: { view: DriveView }) {
  const actor = useAttemptClient()
  // It changes where staff gives minutes meanwhile.
  const left = useAttempt((snapshot) => formatTimeLeft(snapshot, actor.now()))
  const reach = useAttempt((snapshot) => snapshot.connection.state)
  const isAway = reach === 'offline' || reach === 'captive'
  useToWorkAfter()
  return (
    <Modal
      title="Your test is paused"
      alert
      actions={
        isAway && (
          <Button variant="primary" onClick={() => actor.retryNow()}>
            Try now
          </Button>
        )
      }
    >
      <p>
        {view.organization_name} has paused your test
        {isAway ? '' : `. Your clock is stopped at ${left}`}, and everything you wrote is kept.
      </p>
      {/* The banner lies below: it is answered when the test goes on, and read now. */}
      <div className="modal-notices" role="status">
        <NoticeTexts organization={view.organization_name} />
      </div>
      {isAway && (
        <p role="status">
          <Glyph name="warn" /> The server cannot be reached, so this device does not learn when the pause
          ends, and your clock may be running again. It keeps asking by itself. If you lose time, tell them:
          they can give it back.
        </p>
      )}
      <p>
        You may leave this window meanwhile; it does not count against you. Keep the page open: the test
        continues here by itself. Questions? Ask <WhomToAsk view={view} />.
      </p>
    </Modal>
  )
}

/** When what covers the work goes, and nothing had the focus before: the first key belongs to the work. */
function useToWorkAfter(): void {
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) toWork()
      })
    },
    [],
  )
}
