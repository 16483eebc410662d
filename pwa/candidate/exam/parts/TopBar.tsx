import { lazy, Suspense } from 'react'
import { texts } from '#contract/texts.ts'
import type { DriveView } from '#contract/views/candidate.ts'
import { useDocumentTitle } from '../../shell/arrival.ts'
import { ThemeToggle } from '../../shell/SiteHeader.tsx'
import { Brand } from '../../ui/BrandMark.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConnectionState } from '../../ui/ConnectionState.tsx'
import { TotalLightSign } from '../../ui/SaveLight.tsx'
import { useAttempt, useAttemptClient, useRunning } from '../hooks/useAttempt.ts'
import { countUnsaved } from '../rail/states.ts'
import { Timer } from './Timer.tsx'
import './top-bar.css'

/**
 * The chat of installations that have one; it needs a network anyway, so the test goes on without it if it does not
 * come.
 */
const SupportChat = lazy(() =>
  import('./SupportChat.tsx').catch((): typeof import('./SupportChat.tsx') => ({ default: () => <></> })),
)

interface TopBarProps {
  view: DriveView
  urgent: boolean
  onFinish: () => void
}

export function TopBar({ view, urgent, onFinish }: TopBarProps) {
  const actor = useAttemptClient()
  useDocumentTitle(view.drive.name)
  const total = useAttempt((snapshot) => snapshot.total)
  const choices = useAttempt(countUnsaved)
  const connection = useAttempt((snapshot) => snapshot.connection)
  const running = useRunning()
  return (
    <header className="top-bar" data-pane="top">
      <div className="top-brand">
        <Brand size={26} />
      </div>
      <h1>
        <span>
          {view.drive.name}
          {view.institute_name && <small>{view.institute_name}</small>}
        </span>
      </h1>
      <div className="top-side">
        <TotalLightSign total={total} connection={connection} choices={choices} />
        <ConnectionState connection={connection} now={() => actor.now()} />
        <Timer urgent={urgent} />
        {view.support_chat && (
          <Suspense>
            <SupportChat url={view.support_chat} />
          </Suspense>
        )}
        <ThemeToggle />
        <Button disabledReason={running ? undefined : 'The test is not running here'} onClick={onFinish}>
          {texts.finish}
        </Button>
      </div>
    </header>
  )
}
