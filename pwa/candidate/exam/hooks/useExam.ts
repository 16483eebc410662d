import { useEffect, useLayoutEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import { FULL_SCREEN_ATTEMPTS } from '#contract/constants.ts'
import type { examMachine } from '#machines/attempt/exam.ts'
import type { ExamContext, ExamEvent, ExamInput } from '#machines/attempt/types.ts'
import type { AttemptClient, TestSnapshot } from '#pwa/attempt/api.ts'
import { writeFullScreenAttempts } from '../../stored.ts'
import { send, useExamRef } from '../../way/way.ts'
import { isSame } from './useAttempt.ts'

export type ExamRef = ActorRefFrom<typeof examMachine>

const TICK_MS = 500

/**
 * Contact is lost where the server is not reached, and where it refuses the link: whoever is asked to open the newest mail
 * has to leave for it.
 */
function lostSince({ connection }: Pick<TestSnapshot, 'connection'>, now: number): number | null {
  const isLost = ['offline', 'captive', 'unauthorized'].includes(connection.state)
  return isLost ? (connection.since ?? now) : null
}

/** By the log of the test: the browser's own note may be of somebody else's, or of an earlier device's. */
const screenAttemptsLeft = ({ screenExits }: TestSnapshot): number =>
  Math.max(0, FULL_SCREEN_ATTEMPTS - screenExits)

const told = (rules: TestSnapshot['rules']): ExamEvent => ({
  type: 'RULES',
  policy: rules.leave_policy,
  warningsAllowed: rules.leave_warnings,
  isScreenFree: rules.lifted_rules.includes('full_screen'),
})

/** The facts of the test as it stands that the machine does not know yet. */
export function newsFor(
  known: Pick<ExamContext, 'deadlineAt' | 'lostSince' | 'faultUntil'>,
  next: Pick<TestSnapshot, 'pausedAt' | 'deadlineAt' | 'connection' | 'storageFault'>,
  now: number,
): ExamEvent[] {
  const news: ExamEvent[] = []
  if (next.pausedAt !== null) news.push({ type: 'PAUSED' })
  if (next.deadlineAt !== known.deadlineAt) news.push({ type: 'DEADLINE', at: next.deadlineAt })
  const isKept = next.storageFault === null
  if (isKept === (known.faultUntil === Infinity)) news.push({ type: 'KEPT', isKept, now })
  const lost = lostSince(next, now)
  if ((lost === null) !== (known.lostSince === null)) news.push({ type: 'CONTACT', lostSince: lost, now })
  return news
}

const examOf = (actor: AttemptClient): ExamInput => {
  const snapshot = actor.getSnapshot()
  const now = actor.now()
  return {
    now,
    deadlineAt: snapshot.deadlineAt,
    policy: snapshot.rules.leave_policy,
    warningsAllowed: snapshot.rules.leave_warnings,
    strikes: snapshot.strikes,
    fullScreenAttemptsLeft: screenAttemptsLeft(snapshot),
    lostSince: lostSince(snapshot, now),
  }
}

/**
 * The exam of a test that is open, begun anew each time it was taken over: what this tab counted, another one has counted on.
 * @returns undefined before the first drawing
 */
export function useOpenedExam(actor: AttemptClient, takeovers: number): ExamRef | undefined {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another takeover begins it anew
  useLayoutEffect(() => send({ type: 'OPENED', exam: examOf(actor) }), [actor, takeovers])
  return useExamRef()
}

/** Gives the exam the test's facts: the clock's ticks, the deadline, the rules, the contact with the server, and whether the device keeps it. */
export function useExamFacts(actor: AttemptClient, ref: ExamRef): void {
  useEffect(() => writeFullScreenAttempts(screenAttemptsLeft(actor.getSnapshot())), [actor])

  useEffect(() => {
    const timer = setInterval(() => ref.send({ type: 'TICK', now: actor.now() }), TICK_MS)
    return () => clearInterval(timer)
  }, [actor, ref])

  useEffect(() => {
    let rules: TestSnapshot['rules'] | null = null
    const look = () => {
      const now = actor.now()
      const next = actor.getSnapshot()
      if (!isSame(rules, next.rules)) {
        rules = next.rules
        ref.send(told(rules))
      }
      for (const news of newsFor(ref.getSnapshot().context, next, now)) ref.send(news)
    }
    look()
    return actor.subscribe(look)
  }, [actor, ref])
}
