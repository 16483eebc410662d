import '@fontsource-variable/jetbrains-mono/index.css'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { AttemptClient } from '#pwa/attempt/api.ts'
import { openedTest, openTest } from '#pwa/attempt/session/session.ts'
import { readSession, TestIsOver } from '#pwa/attempt/session/store.ts'
import { CallError } from '#pwa/http/call.ts'
import { isDriveMoved } from '../drive.ts'
import { leaveFullScreen } from '../fullScreen.ts'
import { Failed } from '../shell/Failed.tsx'
import { PageWait } from '../shell/PageWait.tsx'
import { type Asking, askUntilAnswered, type UnansweredCall } from '../untilAnswered.ts'
import { Onward, send } from '../way/way.ts'
import { LiftedRules } from './hooks/lifted.ts'
import { TestContext, useAttempt } from './hooks/useAttempt.ts'
import { useOpenedExam } from './hooks/useExam.ts'
import { QuestionsWait } from './QuestionsWait.tsx'
import { StartWait } from './StartWait.tsx'
import { NeitherSection, TestScreen } from './TestScreen.tsx'

function Loaded({ actor }: { actor: AttemptClient }) {
  const problems = useAttempt((snapshot) => snapshot.content?.problems)
  // Snapshots come often, what is asked in a test is the same throughout: only its arrival draws the screen anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the problems stand for the whole
  const content = useMemo(() => actor.getSnapshot().content, [actor, problems])
  const takeovers = useTakeovers()
  const lifted = useAttempt(({ rules }) => rules.lifted_rules)
  const exam = useOpenedExam(actor, takeovers)
  if (!content) return <QuestionsWait />
  if (!exam) return null
  const { allow_coding: coding, allow_mcq: mcq } = content.view.drive
  return coding || mcq ? (
    <LiftedRules value={lifted}>
      <TestScreen key={exam.sessionId} actor={actor} exam={exam} content={content} />
    </LiftedRules>
  ) : (
    <NeitherSection view={content.view} />
  )
}

/**
 * How often this tab took the test over from another one. The screen is then another one: what it counted by itself the
 * other tab has counted on.
 */
function useTakeovers(): number {
  const isReading = useAttempt(({ phase }) => phase === 'second_tab')
  const known = useRef({ isReading, takeovers: 0 })
  const { current: last } = known
  known.current = { isReading, takeovers: last.takeovers + (last.isReading && !isReading ? 1 : 0) }
  return known.current.takeovers
}

const isOldLink = (error: Error): boolean =>
  error instanceof CallError && (error.code === 'not_found' || error.code === 'unauthorized')

/** The actor of this page's test: opened from the device, or started, however long the server takes to answer. */
function useOpened() {
  const [actor, setActor] = useState(openedTest)
  const [waiting, setWaiting] = useState<UnansweredCall | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const [turn, setTurn] = useState(0)
  const asking = useRef<Asking>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks anew
  useEffect(() => {
    setError(null)
    setWaiting(null)
    const fail = async (error: unknown) => {
      const token = readSession()?.invitationToken ?? null
      const isMoved = token !== null && (await isDriveMoved(token, error))
      await leaveFullScreen()
      if (isMoved) return send({ type: 'DRIVE_MOVED', token })
      setError(error instanceof Error ? error : new Error(String(error)))
    }
    asking.current = askUntilAnswered(() => openTest().then(setActor), setWaiting, fail)
    return asking.current.end
  }, [turn])
  return { actor, waiting, error, retry: () => setTurn(turn + 1), tryNow: () => asking.current?.now() }
}

export default function TestPage() {
  const { actor, waiting, error, retry, tryNow } = useOpened()
  if (error instanceof TestIsOver) return <Onward because={{ type: 'OVER' }} />
  if (error !== null) {
    return (
      <Failed title="The test could not be opened" onRetry={retry}>
        <p>{error.message}</p>
        {isOldLink(error) && (
          <p>
            Your test may have begun anyway, and then your time is running. A newer link may have replaced
            yours: open your newest invitation email and click the link in it.
          </p>
        )}
      </Failed>
    )
  }
  if (!actor && waiting) return <StartWait waiting={waiting} onTry={tryNow} />
  if (!actor) return <PageWait text="Opening your test…" />
  return (
    <TestContext value={actor}>
      <Loaded actor={actor} />
    </TestContext>
  )
}
