import { useActorRef } from '@xstate/react'
import { useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import { FULL_SCREEN_ATTEMPTS } from '#contract/constants.ts'
import { attemptMachine } from '#machines/attempt/machine.ts'
import type { AttemptEvent } from '#machines/attempt/types.ts'
import type { TestActor, TestSnapshot } from '#pwa/actors/testApi.ts'
import { readFullScreenAttempts } from '../../stored.ts'
import { isSame } from './isSame.ts'

export type AttemptRef = ActorRefFrom<typeof attemptMachine>

const TICK_MS = 500

/** Contact is lost where the server is not reached; a refused link is no lost contact. */
function lostSince({ connection }: TestSnapshot, now: number): number | null {
  const lost = connection.state === 'offline' || connection.state === 'captive'
  return lost ? (connection.since ?? now) : null
}

const told = (rules: TestSnapshot['rules']): AttemptEvent => ({
  type: 'RULES',
  policy: rules.leave_policy,
  warningsAllowed: rules.leave_warnings,
  isScreenFree: rules.lifted_rules.includes('full_screen'),
})

/** The attempt machine given the test's facts: the clock's ticks, the deadline, the rules and the contact with the server. */
export function useAttemptMachine(actor: TestActor): AttemptRef {
  const snapshot = actor.getSnapshot()
  const ref = useActorRef(attemptMachine, {
    input: {
      entry: 'test',
      now: actor.now(),
      deadlineAt: snapshot.deadlineAt,
      policy: snapshot.rules.leave_policy,
      warningsAllowed: snapshot.rules.leave_warnings,
      strikes: snapshot.strikes,
      fullScreenAttemptsLeft: readFullScreenAttempts(FULL_SCREEN_ATTEMPTS),
      lostSince: lostSince(snapshot, actor.now()),
    },
  })

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
      const { context } = ref.getSnapshot()
      if (next.pausedAt !== null) ref.send({ type: 'PAUSED' })
      if (next.deadlineAt !== context.deadlineAt) ref.send({ type: 'DEADLINE', at: next.deadlineAt })
      const lost = lostSince(next, now)
      if ((lost === null) !== (context.lostSince === null))
        ref.send({ type: 'CONTACT', lostSince: lost, now })
    }
    look()
    return actor.subscribe(look)
  }, [actor, ref])

  return ref
}
