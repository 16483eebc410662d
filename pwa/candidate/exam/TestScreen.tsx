import './test.css'
import './forced-colours.css'
import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { FULL_SCREEN_ATTEMPTS } from '#contract/constants.ts'
import { texts } from '#contract/texts.ts'
import type { DriveView } from '#contract/views/candidate.ts'
import type { AttemptClient, TestContent } from '#pwa/attempt/api.ts'
import { enterFullScreen, leaveFullScreen } from '../fullScreen.ts'
import { useHeadingFirst } from '../shell/arrival.ts'
import { NoticePage } from '../shell/NoticePage.tsx'
import { writeEndReason } from '../stored.ts'
import { Announcer, announce } from '../ui/Announcer.tsx'
import { preloaded } from '../ui/preloaded.tsx'
import { tellFault } from '../ui/toasts.ts'
import { send } from '../way/way.ts'
import { typedTexts } from './editor/keptEditor.ts'
import type { TestKeys } from './hooks/keyMeaning.ts'
import { useAttempt } from './hooks/useAttempt.ts'
import { useConsequences } from './hooks/useConsequences.ts'
import { type ExamRef, useExamFacts } from './hooks/useExam.ts'
import { useFetchAhead } from './hooks/useFetchAhead.ts'
import { useMovingOn } from './hooks/useMovingOn.ts'
import { usePictures } from './hooks/usePictures.ts'
import { usePosition } from './hooks/usePosition.ts'
import { useProctoring } from './hooks/useProctoring.ts'
import { useTabInside } from './hooks/useTabInside.ts'
import { useWakeLock } from './hooks/useWakeLock.ts'
import { McqWork } from './mcq/McqWork.tsx'
import { ConfirmFinish } from './modals/ConfirmFinish.tsx'
import { EnterFullScreen, formatTimeLeft, LeftWarning, Paused, screenWarning } from './modals/modals.tsx'
import { Unsaved } from './modals/Unsaved.tsx'
import { nextPane } from './nextPane.ts'
import { ProblemWork } from './ProblemWork.tsx'
import { ConnectionBanner, ElsewhereBanner } from './parts/Banners.tsx'
import { StaffNotices } from './parts/StaffNotices.tsx'
import { TopBar } from './parts/TopBar.tsx'
import { Rail } from './rail/Rail.tsx'

const KeysSheet = preloaded(() => import('./modals/KeysSheet.tsx'))
const SupportSheet = preloaded(() => import('./modals/SupportSheet.tsx'))

type Open = 'keys' | 'support' | 'finish' | null

export function TestScreen({
  actor,
  exam,
  content,
}: {
  actor: AttemptClient
  exam: ExamRef
  content: TestContent
}) {
  const { view } = content
  const phase = useAttempt((snapshot) => snapshot.phase)
  const running = phase === 'running'
  const paused = phase === 'paused'
  const watched = useAttempt(({ rules }) => rules.webcam) && running
  useExamFacts(actor, exam)
  const said = useConsequences(actor, exam)
  const position = usePosition(content)
  const camera = usePictures(actor, exam, watched)
  const [open, setOpen] = useState<Open>(null)
  const [finishing, setFinishing] = useState(false)
  const [refused, setRefused] = useState(false)
  useMovingOn(actor, phase, exam, finishing)
  useProctoring(actor, exam, running)
  useWakeLock(running)
  const policy = useAttempt(({ rules }) => rules.leave_policy)
  useTabInside(running && policy !== 'log')
  useFetchAhead(content)

  const urgent = useSelector(exam, (state) => !state.matches({ running: { timer: 'plenty' } }))
  const before = useSelector(exam, (state) => state.matches({ running: { screen: 'waiting' } }))
  const out = useSelector(exam, (state) => state.matches({ running: { screen: 'left' } }))
  const warning = useSelector(exam, ({ context }) =>
    context.fullScreenAttemptsLeft < FULL_SCREEN_ATTEMPTS ? screenWarning(context) : null,
  )
  const covered = running && (before || out)
  useHeadingFirst(!covered)

  // It was opened again since, or goes on in a tab that saw another test ending.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what ends it from here on is noted for the end page
  useEffect(() => {
    if (running) writeEndReason(null)
  }, [])

  useEffect(() => {
    if (!running && !paused) typedTexts(actor).clear()
  }, [actor, running, paused])

  const enter = () => enterFullScreen().then((entered) => setRefused(!entered))
  const { useHere } = actor
  const takeHere = () => {
    typedTexts(actor).clear()
    // By its name a linter takes it for a hook; it is one of the test's actions.
    useHere.call(actor).catch(tellFault)
  }
  const goWithout = () => {
    exam.send({ type: 'NO_FULL_SCREEN' })
    actor.signal('fullscreen_left', { counted: false, why: 'refused' }).catch(() => undefined)
  }
  const finish = async () => {
    setFinishing(true)
    await actor.finish('candidate')
    await leaveFullScreen()
    send({ type: 'FINISHED' })
  }
  const keys: TestKeys = {
    step: position.step,
    sheet: () => setOpen('keys'),
    nextPane,
    flag: position.flag,
    sayTime: () => announce(`${formatTimeLeft(actor.getSnapshot(), actor.now())} remain.`),
  }
  const close = () => setOpen(null)
  const index = content.problems.findIndex((problem) => problem.id === position.problemId)
  const problem = content.problems[index]

  return (
    <>
      <div className={covered || paused ? 'test is-covered' : 'test'} inert={covered || paused}>
        <TopBar view={view} urgent={urgent} onFinish={() => setOpen('finish')} />
        <ConnectionBanner exam={exam} />
        <StaffNotices organization={view.organization_name} />
        {(phase === 'elsewhere' || phase === 'second_tab') && (
          <ElsewhereBanner where={phase} onUseHere={takeHere} />
        )}
        <Unsaved />
        <div className="test-body">
          <Rail
            content={content}
            position={position}
            camera={watched ? camera : null}
            onKeys={() => setOpen('keys')}
            onSupport={() => setOpen('support')}
          />
          {position.section === 'mcqs' && <McqWork content={content} position={position} keys={keys} />}
          {position.section === 'problems' && problem && (
            <ProblemWork
              key={`${problem.id} ${running || paused}`}
              problem={problem}
              index={index}
              total={content.problems.length}
              position={position}
              keys={keys}
              covered={covered}
            />
          )}
          {position.section === 'problems' && !problem && (
            <main className="work test-empty">This test has no coding problems.</main>
          )}
        </div>
      </div>
      <Announcer />
      {open === 'keys' && <KeysSheet onClose={close} />}
      {open === 'support' && <SupportSheet view={view} policy={policy} onClose={close} />}
      {open === 'finish' && running && (
        <ConfirmFinish busy={finishing} flagged={position} onStay={close} onFinish={finish} />
      )}
      {paused && <Paused view={view} />}
      {covered && (
        <EnterFullScreen warning={warning} refused={refused} onEnter={enter} onWithout={goWithout} />
      )}
      {said.warning && !covered && (
        <LeftWarning
          strikes={said.warning.strikes}
          allowed={said.warning.allowed}
          onClose={said.closeWarning}
        />
      )}
    </>
  )
}

/** A drive that allows neither section has nothing to show. */
export function NeitherSection({ view }: { view: DriveView }) {
  return (
    <NoticePage alert title={texts.neitherSection} view={view}>
      <p>This is a mistake in the drive, not yours. Tell whoever invited you.</p>
    </NoticePage>
  )
}
