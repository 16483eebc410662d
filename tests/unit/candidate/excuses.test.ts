import { expect, it } from 'vitest'
import { createActor } from 'xstate'
import { examMachine } from '#machines/attempt/exam.ts'
import type { ExamEmitted } from '#machines/attempt/types.ts'
import { initialState, type SyncMode } from '#machines/sync/state.ts'
import { storedState } from '#pwa/attempt/db/attempts.ts'
import { connectionOf } from '#pwa/attempt/snapshot.ts'
import type { ClientState } from '#pwa/attempt/state.ts'
import { newsFor } from '#pwa/candidate/exam/hooks/useExam.ts'
import { attemptOf } from '../../factories/deviceStorage.ts'

/**
 * The causes that make people leave the test through no fault of theirs, from where they are noticed to how leaving is
 * judged.
 */

const DEADLINE = 3_600_000
const OPEN = { mode: 'open', since: null } as const
interface Stands {
  mode?: SyncMode
  since?: number | null
  isHolder?: boolean
  storageFault?: string | null
}

/** The test as the screen sees it. */
function seen({ mode = 'open', since = null, isHolder = true, storageFault = null }: Stands) {
  const attempt = attemptOf()
  const sync = { ...initialState(storedState(attempt), 0), mode, offlineSince: since }
  const outage = since === null ? null : { began: 0, mark: 0 }
  const connection = connectionOf({ attempt, isHolder, sync, outage } as ClientState)
  return { connection, storageFault, pausedAt: null, deadlineAt: DEADLINE }
}

const whole = { deadlineAt: DEADLINE, lostSince: null, faultUntil: null }

it.each<[string, Stands, string[]]>([
  ['in reach', OPEN, []],
  ['out of reach', { since: 5 }, ['CONTACT']],
  ['a network that asks to sign in', { mode: 'captive', since: 5 }, ['CONTACT']],
  ['a link that is refused', { mode: 'unauthorized' }, ['CONTACT']],
  ['the time for sending is over', { mode: 'closed' }, []],
  ['a tab that only reads', { isHolder: false }, []],
  ['a device that keeps nothing', { storageFault: 'QuotaExceededError' }, ['KEPT']],
])('%s is told, once', (_what, stands, told) => {
  expect(newsFor(whole, seen(stands), 1_000).map(({ type }) => type)).toEqual(told)
  const known = {
    deadlineAt: DEADLINE,
    lostSince: told.includes('CONTACT') ? 5 : null,
    faultUntil: told.includes('KEPT') ? Infinity : null,
  }
  expect(newsFor(known, seen(stands), 2_000)).toEqual([])
})

it.each<[string, Stands, string]>([
  ['opens the newest mail because the link was renewed', { mode: 'unauthorized' }, 'contact_lost'],
  ['makes room because the device keeps nothing', { storageFault: 'QuotaExceededError' }, 'not_kept'],
])('no test ends of who %s; that it was left is noted', (_who, stands, why) => {
  const way = createActor(examMachine, {
    input: {
      now: 0,
      deadlineAt: DEADLINE,
      policy: 'end',
      warningsAllowed: 0,
      strikes: 0,
      fullScreenAttemptsLeft: 5,
      lostSince: null,
    },
  })
  const said: ExamEmitted[] = []
  way.on('*', (event) => said.push(event))
  way.start()
  way.send({ type: 'NO_FULL_SCREEN' })
  const stand = (as: Stands, now: number) => {
    for (const news of newsFor(way.getSnapshot().context, seen(as), now)) way.send(news)
  }
  stand(stands, 1_000)
  way.send({ type: 'LEFT', now: 2_000 })
  way.send({ type: 'TICK', now: 9_000 })
  way.send({ type: 'CAME_BACK', now: 20_000 })
  expect(said.filter(({ type }) => type === 'focusReturned')).toEqual([
    { type: 'focusReturned', ms: 18_000, counted: false, why },
  ])
  // All is well again: for a minute people find their way back.
  stand(OPEN, 21_000)
  way.send({ type: 'LEFT', now: 30_000 })
  way.send({ type: 'TICK', now: 32_000 })
  way.send({ type: 'CAME_BACK', now: 33_000 })
  expect(way.getSnapshot().value).toMatchObject({ running: { presence: 'here' } })
  way.send({ type: 'LEFT', now: 82_000 })
  way.send({ type: 'TICK', now: 84_000 })
  expect(way.getSnapshot().value).toBe('forced')
})
