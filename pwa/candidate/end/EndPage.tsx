import '@fontsource-variable/jetbrains-mono/index.css'
import { TriangleAlert } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { texts } from '#contract/texts.ts'
import type { TestActor, TestSnapshot } from '#pwa/actors/testApi.ts'
import type { DriveView } from '#pwa/actors/views.ts'
import { useFinishedTest } from '../feedback/useFinishedTest.ts'
import { formatClock, plural } from '../format.ts'
import { routes } from '../routes.ts'
import { Alone } from '../shell/Alone.tsx'
import { PageHeader } from '../shell/PageHeader.tsx'
import { PageWait } from '../shell/PageWait.tsx'
import { WhomToAsk } from '../shell/WhomToAsk.tsx'
import { Button } from '../ui/Button.tsx'
import { ConnectionState } from '../ui/ConnectionState.tsx'
import { TotalLight } from '../ui/SaveLight.tsx'
import { Ask, LidNote, Receipt } from './Aside.tsx'
import './end.css'
import { endItems } from './items.ts'
import { Places } from './Places.tsx'
import { forcedEnd } from './reasons.ts'
import { Safe } from './Safe.tsx'
import { useFraudReport } from './useFraudReport.ts'
import { useWaitingPictures } from './useWaitingPictures.ts'

function finishedWords({ finishedAt, deadlineAt }: TestSnapshot): string {
  if (finishedAt === null) return ''
  const early = Math.round((deadlineAt - finishedAt) / 1000)
  const at = ` Finished at ${formatClock(finishedAt)}`
  if (early < 1) return `${at}, at the end of your time.`
  return `${at}, ${plural(Math.floor(early / 60), 'minute')} and ${plural(early % 60, 'second')} before the end.`
}

function Forced({ reason, snapshot }: { reason: string | null; snapshot: TestSnapshot }) {
  const forced = forcedEnd(reason ?? snapshot.endReason)
  const view = snapshot.content?.view
  if (!forced) return null
  return (
    <section className="forced" role="alert">
      <TriangleAlert size={20} strokeWidth={1.75} aria-hidden="true" />
      <div>
        <h2>Your test was ended: {forced.title}</h2>
        <p>
          {forced.words} What you had written until then is kept and counts.
          {view && (
            <>
              {' '}
              If this was a mistake, ask <WhomToAsk view={view} />.
            </>
          )}
        </p>
      </div>
    </section>
  )
}

function StillRunning({ view }: { view: DriveView | undefined }) {
  const navigate = useNavigate()
  return (
    <Alone
      title="Your test still runs"
      view={view}
      actions={
        <Button variant="primary" size="large" onClick={() => navigate(routes.test)}>
          Go back to the test
        </Button>
      }
    >
      <p>This page is for its end. Your time goes on; go back to the test.</p>
    </Alone>
  )
}

function Finished({
  actor,
  snapshot,
  reason,
}: {
  actor: TestActor
  snapshot: TestSnapshot
  reason: string | null
}) {
  const pictures = useWaitingPictures()
  const items = pictures ? [...endItems(snapshot), pictures] : endItems(snapshot)
  const view = snapshot.content?.view
  const waiting = snapshot.total.waiting > 0
  return (
    <>
      <PageHeader title={view?.drive.name}>
        <TotalLight total={snapshot.total} />
        <span className="ruled end-connection">
          <ConnectionState connection={snapshot.connection} now={() => actor.now()} />
        </span>
      </PageHeader>
      <main className="end page-column">
        <Forced reason={reason} snapshot={snapshot} />
        <header className="end-head">
          <h1>{texts.thankYou}</h1>
          <p>
            {texts.testCompleted}
            {finishedWords(snapshot)}
          </p>
        </header>
        <div className="end-main">
          <Safe actor={actor} snapshot={snapshot} items={items} />
          <Places items={items} />
        </div>
        <aside className="end-side">
          {snapshot.receiptCode && <Receipt code={snapshot.receiptCode} complete={!waiting} />}
          {view && <Ask view={view} />}
          {waiting && <LidNote />}
        </aside>
      </main>
    </>
  )
}

function WithoutTest({ error }: { error: string | null }) {
  return (
    <Alone
      title={texts.thankYou}
      alert={error !== null}
      actions={
        error && (
          <Button variant="primary" size="large" onClick={() => location.reload()}>
            Try again
          </Button>
        )
      }
    >
      <p>{texts.testCompleted}</p>
      <p>
        {error
          ? `What this browser keeps of your test could not be read: ${error}`
          : 'This browser keeps nothing of a test. If you still have one to take, open the link in your invitation mail.'}
      </p>
    </Alone>
  )
}

export default function EndPage() {
  const test = useFinishedTest()
  const reason = useFraudReport(test.state === 'open' ? test.actor : null)
  if (test.state === 'opening') return <PageWait />
  if (test.state !== 'open') return <WithoutTest error={test.state === 'failed' ? test.error : null} />
  if (test.snapshot.phase === 'loading') return <PageWait />
  if (test.snapshot.phase === 'running' && reason === null)
    return <StillRunning view={test.snapshot.content?.view} />
  return <Finished actor={test.actor} snapshot={test.snapshot} reason={reason} />
}
