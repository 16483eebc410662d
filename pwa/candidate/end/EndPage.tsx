import '@fontsource-variable/jetbrains-mono/index.css'
import './end.css'
import '#pwa/attempt/session/cleanup.ts'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { texts } from '#contract/texts.ts'
import type { DriveView } from '#contract/views/candidate.ts'
import type { AttemptClient, TestSnapshot } from '#pwa/attempt/api.ts'
import { lookForNewVersion } from '#pwa/candidate/registerWorker.ts'
import { isPartMissing } from '#pwa/http/partMissing.ts'
import { useFinishedTest } from '../feedback/useFinishedTest.ts'
import { invitedBy, screenAddress } from '../routes.ts'
import { NoticePage } from '../shell/NoticePage.tsx'
import { PageWait } from '../shell/PageWait.tsx'
import { SiteHeader } from '../shell/SiteHeader.tsx'
import { writeEndReason } from '../stored.ts'
import { Button } from '../ui/Button.tsx'
import { ConnectionState } from '../ui/ConnectionState.tsx'
import { TotalLightSign } from '../ui/SaveLight.tsx'
import { send } from '../way/way.ts'
import { AskCard, LidNote, NoReceipt, Receipt } from './Aside.tsx'
import { FinishedElsewhere } from './FinishedElsewhere.tsx'
import { Forced } from './Forced.tsx'
import { endItems } from './items.ts'
import { KeptEnd, useFinishedDrive, useKeptEnd } from './KeptEnd.tsx'
import { Locations } from './Locations.tsx'
import { finishedMessage, keptMessage, type LateWork, lateLines } from './messages.ts'
import { OwnReportCard } from './OwnReportCard.tsx'
import { refusedPictures, useWaitingPictures } from './pictures.ts'
import { Rescue } from './Rescue.tsx'
import { endReasonOf } from './reasons.ts'
import { NotCounted, Safe } from './Safe.tsx'
import { isFeedbackAlone, isTooLate, uploadEnd } from './safety.ts'
import { Unanswered, useUnanswered } from './Unanswered.tsx'
import { notCountedLines } from './unsavedChoices.ts'
import { type Reopened, useAfterEnd } from './useAfterEnd.ts'
import { useFraudReport } from './useFraudReport.ts'

/** How a test goes on whose end page was opened. */
type GoesOn = 'here' | 'reopened' | 'paused' | 'in another tab' | 'elsewhere' | 'forgotten'

const goesOnTexts: Record<GoesOn, { title: string; text: string }> = {
  here: {
    title: 'Your test still runs',
    text: 'This page is for its end. Your time is running; go back to the test.',
  },
  reopened: {
    title: 'Your test was reopened',
    text: 'The people who run this drive reopened it, and everything you wrote is there. Your time is running; go back to the test.',
  },
  paused: {
    title: 'Your test is paused',
    text: 'This page is for its end. Your time is stopped until the people who run this drive resume the test.',
  },
  'in another tab': {
    title: 'Your test still runs',
    text: 'It is open in another tab of this browser. Your time is running; go back to that tab, or take the test over here.',
  },
  elsewhere: {
    title: 'Your test continues elsewhere',
    text: 'Another browser or computer has it now, and it is finished there. What this one still had to send is sent by itself.',
  },
  forgotten: {
    title: 'Your test continues elsewhere',
    text: 'Another browser or computer continued it, and it is finished there. What this one had is on the server and no longer on this device. To continue here, open the link in your invitation email.',
  },
}

/** null: it is over, as far as this browser knows. */
function goesOn(
  { phase, notices, finishedAt, endReason }: TestSnapshot,
  reason: string | null,
): GoesOn | null {
  const isOpen = phase === 'running' || phase === 'paused' || phase === 'second_tab'
  if (isOpen && notices.some(({ kind }) => kind === 'reopen')) return 'reopened'
  if (phase === 'elsewhere') return finishedAt === null && endReason === null ? 'elsewhere' : null
  if (!isOpen || (reason !== null && phase !== 'second_tab')) return null
  if (phase === 'second_tab') return 'in another tab'
  return phase === 'paused' ? 'paused' : 'here'
}

/** It was over here, and this device perhaps has nothing of it any more: the way back is that of the mail's link. */
function GoesOnAgain({ token, view }: Reopened) {
  // As a page of its own: this one may still hold the test that it saw ending.
  const goOn = () => {
    writeEndReason(null)
    location.assign(screenAddress('welcome', token))
  }
  return (
    <NoticePage
      alert
      title={goesOnTexts.reopened.title}
      view={view}
      actions={
        <Button variant="primary" size="large" onClick={goOn}>
          Continue the test
        </Button>
      }
    >
      <p>
        The people who run this drive resumed it, and everything you wrote is there. Your time is running; go
        back to the test.
      </p>
    </NoticePage>
  )
}

function StillRunning({ view, as }: { view: DriveView | undefined; as: GoesOn }) {
  const goBack = () => {
    writeEndReason(null)
    send({ type: 'GO_ON', isFinished: false })
  }
  return (
    <NoticePage
      title={goesOnTexts[as].title}
      view={view}
      actions={
        as !== 'elsewhere' &&
        as !== 'forgotten' && (
          <Button variant="primary" size="large" onClick={goBack}>
            Go back to the test
          </Button>
        )
      }
    >
      <p>{goesOnTexts[as].text}</p>
    </NoticePage>
  )
}

function Finished({
  actor,
  snapshot,
  reason,
  endedAt,
  invitation,
  late,
}: {
  actor: AttemptClient
  snapshot: TestSnapshot
  reason: string | null
  /** When it was ended, where nobody finished it on this device and the server has said so. */
  endedAt: number | undefined
  invitation: string | null
  late: LateWork
}) {
  const pictures = useWaitingPictures(actor.attemptId, snapshot.connection.state === 'closed')
  const items = pictures.item ? [...endItems(snapshot), pictures.item] : endItems(snapshot)
  const view = snapshot.content?.view
  const waiting = snapshot.total.waiting > 0
  // Only the test counts here; feedback about it is nobody's work.
  const isAlone = isFeedbackAlone(snapshot)
  const isKept = snapshot.storageFault === null || isAlone
  const unsaved = snapshot.total.state === 'unsaved' && !isAlone
  const tooLate = isTooLate(snapshot, items)
  const isRefused = snapshot.connection.state === 'unauthorized'
  const uncounted = [...notCountedLines(snapshot), ...lateLines(late)]
  return (
    <>
      <SiteHeader title={view?.drive.name}>
        <TotalLightSign total={snapshot.total} connection={snapshot.connection} />
        <span className="ruled end-connection">
          <ConnectionState connection={snapshot.connection} now={() => actor.now()} />
        </span>
      </SiteHeader>
      <main className="end page-column">
        <Forced reason={endReasonOf(reason, snapshot)} contact={view}>
          {keptMessage(waiting, uncounted.length > 0, unsaved)}
        </Forced>
        <header className="end-head">
          <h1>{texts.thankYou}</h1>
          <p>
            {texts.testCompleted}
            {isKept && finishedMessage(snapshot.finishedAt, snapshot.deadlineAt, snapshot.endReason, endedAt)}
          </p>
        </header>
        <div className="end-main">
          <Safe actor={actor} snapshot={snapshot} items={items} refused={pictures.refused} />
          <NotCounted lines={[...uncounted, ...refusedPictures(pictures.refused)]} />
          <Locations items={items} isKept={snapshot.storageFault === null} />
        </div>
        <aside className="end-side">
          {snapshot.receiptCode ? (
            <Receipt
              code={snapshot.receiptCode}
              file={snapshot.receiptFile}
              complete={!waiting && !unsaved}
              isLast={tooLate}
            />
          ) : (
            <NoReceipt />
          )}
          <OwnReportCard invitation={invitation} />
          {view && <AskCard contact={view} />}
          {waiting && isKept && !tooLate && !isRefused && <LidNote />}
          {(waiting || unsaved) && (
            <Rescue
              actor={actor}
              until={uploadEnd(snapshot)}
              isKept={isKept}
              tooLate={tooLate}
              isRefused={isRefused}
              contact={view}
            />
          )}
        </aside>
      </main>
    </>
  )
}

const elsewhereText =
  'Started already? Open the browser you started it in. Otherwise, or if your test is finished, open the link in your invitation email.'

const unreadText = (error: string): string =>
  isPartMissing(error)
    ? 'Part of this page did not load: the connection broke. What this browser keeps of your test is not affected. Try again when the network is back.'
    : `What this browser keeps of your test could not be read: ${error}`

function WithoutTest({ error, invitation = null }: { error: string | null; invitation?: string | null }) {
  return (
    <NoticePage
      title={error ? 'Your test could not be read' : 'There is no test in this browser'}
      alert={error !== null}
      actions={
        error && (
          <Button variant="primary" size="large" onClick={() => location.reload()}>
            Try again
          </Button>
        )
      }
    >
      <p>{error ? unreadText(error) : elsewhereText}</p>
      {invitation !== null && <OwnReportCard invitation={invitation} />}
    </NoticePage>
  )
}

export default function EndPage() {
  const invitation = invitedBy(useLocation().state)
  const test = useFinishedTest(invitation)
  const kept = useKeptEnd(invitation, test.state === 'none')
  const isElsewhere = test.state === 'open' && test.snapshot.phase === 'elsewhere'
  const isEndedThere =
    test.state === 'open' && test.snapshot.phase === 'ended' && test.snapshot.finishedAt === null
  const isForgotten = kept === null || kept?.is_elsewhere === true
  const finished = useFinishedDrive(invitation, isElsewhere || isEndedThere || isForgotten)
  // The server's word on the time of the end goes with the test unless it is noted before.
  const isEndTold = !isEndedThere || finished !== undefined
  const endedAt = finished?.finished_at ? Date.parse(finished.finished_at) : undefined
  const unanswered = useUnanswered(invitation, test.state === 'none')
  const actor = test.state === 'open' ? test.actor : null
  const { reason, settled } = useFraudReport(actor)
  const phase = test.state === 'open' ? test.snapshot.phase : null
  const isRunning = phase === 'running' || phase === 'paused' || phase === 'second_tab'
  // A device that could not keep the end has not come to it.
  const isKept = test.state === 'open' && !test.snapshot.isFinishing && test.snapshot.storageFault === null
  const over = phase !== null && phase !== 'loading' && !isRunning && isKept
  // The server knows the end too: until it does, it calls the test a running one.
  const isSent = over && phase !== 'elsewhere' && test.snapshot.total.state === 'server'
  const isGone = test.state === 'none' && ((kept && !kept.is_elsewhere) || !!finished)
  const { reopened, late } = useAfterEnd(invitation, test.state === 'open', isSent || isGone)
  useEffect(() => {
    // An end that cannot be noted now is noted at the next visit.
    if (actor && over && settled && isEndTold) actor.endReached(endedAt).catch(() => undefined)
  }, [actor, over, settled, isEndTold, endedAt])
  useEffect(() => {
    if (over) lookForNewVersion()
  }, [over])

  if (test.state === 'opening' || phase === 'loading') return <PageWait />
  if (test.state === 'failed') return <WithoutTest error={test.error} />
  if (reopened && (isSent || isGone)) return <GoesOnAgain {...reopened} />
  if (test.state === 'none') {
    if (kept === undefined) return <PageWait />
    if (kept && !kept.is_elsewhere) return <KeptEnd record={kept} invitation={invitation} late={late} />
    if (finished)
      return <FinishedElsewhere view={finished} invitation={invitation} isAsked={unanswered === true} />
    if (kept) return <StillRunning view={undefined} as="forgotten" />
    if (finished === undefined || unanswered === undefined) return <PageWait />
    if (unanswered) return <Unanswered />
    return <WithoutTest error={null} invitation={invitation} />
  }
  const as = goesOn(test.snapshot, reason)
  // Over on the other device by now, and nothing of this one waits.
  if (as === 'elsewhere' && finished && test.snapshot.total.waiting === 0)
    return <FinishedElsewhere view={finished} invitation={invitation} isAsked={false} />
  if (as !== null) return <StillRunning view={test.snapshot.content?.view} as={as} />
  return (
    <Finished
      actor={test.actor}
      snapshot={test.snapshot}
      reason={reason}
      endedAt={endedAt}
      invitation={invitation}
      late={late}
    />
  )
}
