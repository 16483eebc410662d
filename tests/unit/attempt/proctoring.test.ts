import { describe, expect, it } from 'vitest'
import { judgeLeave, type LeaveFacts } from '#machines/attempt/proctoring.ts'

const away: LeaveFacts = {
  kind: 'away',
  policy: 'end',
  warningsAllowed: 2,
  strikes: 0,
  beforeFirstFullScreen: false,
  dialogMs: null,
  lostMs: 4_000,
  contactLost: false,
  sinceContactMs: null,
  sinceFaultMs: null,
  unloading: false,
  fullScreenAttemptsLeft: 5,
}
const screen: Partial<LeaveFacts> = { kind: 'fullscreen', lostMs: 0 }

type Row = [name: string, facts: Partial<LeaveFacts>, count: boolean, consequence: string, why: string]
const rows: Row[] = [
  ['leaving the window ends the test by default', {}, true, 'end', 'policy'],
  ['a slip under 1.5 s is nothing', { lostMs: 1_499 }, false, 'none', 'slip'],
  ['exactly 1.5 s is no slip', { lostMs: 1_500 }, true, 'end', 'policy'],
  [
    'before the first full screen nothing counts',
    { beforeFirstFullScreen: true },
    false,
    'none',
    'before_full_screen',
  ],
  ['a permission prompt takes the focus', { dialogMs: 59_999 }, false, 'none', 'dialog'],
  ['one that nobody answers excuses no longer', { dialogMs: 60_000 }, true, 'end', 'policy'],
  ['a prompt takes full screen along', { ...screen, dialogMs: 0 }, false, 'none', 'dialog'],
  [
    'full screen left long after a prompt came uses an attempt',
    { ...screen, dialogMs: 60_000 },
    true,
    'none',
    'attempt_used',
  ],
  ['a reload is an absence', { unloading: true }, false, 'none', 'unloading'],
  ['without contact people open the network menu', { contactLost: true }, false, 'none', 'contact_lost'],
  ['so do they just after it returned', { sinceContactMs: 59_999 }, false, 'none', 'contact_just_back'],
  ['a minute after the return it counts again', { sinceContactMs: 60_000 }, true, 'end', 'policy'],
  ['while the device keeps nothing people make room on it', { sinceFaultMs: 0 }, false, 'none', 'not_kept'],
  ['so do they just after it could again', { ...screen, sinceFaultMs: 59_999 }, false, 'none', 'not_kept'],
  ['a minute after that it counts again', { sinceFaultMs: 60_000 }, true, 'end', 'policy'],
  ['policy log never acts', { policy: 'log', strikes: 9 }, true, 'none', 'logged'],
  ['policy warn forgives the first', { policy: 'warn' }, true, 'warn', 'warned'],
  ['policy warn forgives as often as it says', { policy: 'warn', strikes: 1 }, true, 'warn', 'warned'],
  ['policy warn ends after the last warning', { policy: 'warn', strikes: 2 }, true, 'end', 'policy'],
  [
    'policy warn with none allowed ends at once',
    { policy: 'warn', warningsAllowed: 0 },
    true,
    'end',
    'policy',
  ],
  ['leaving full screen uses an attempt', screen, true, 'none', 'attempt_used'],
  [
    'with two attempts one more is left',
    { ...screen, fullScreenAttemptsLeft: 2 },
    true,
    'none',
    'attempt_used',
  ],
  [
    'the last attempt is as leaving the window',
    { ...screen, fullScreenAttemptsLeft: 1 },
    true,
    'end',
    'policy',
  ],
  [
    'at zero by policy log it is only logged',
    { ...screen, fullScreenAttemptsLeft: 0, policy: 'log' },
    true,
    'none',
    'logged',
  ],
  [
    'at zero by policy warn it is a warning',
    { ...screen, fullScreenAttemptsLeft: 1, policy: 'warn' },
    true,
    'warn',
    'warned',
  ],
  [
    'full screen left without contact costs nothing',
    { ...screen, contactLost: true },
    false,
    'none',
    'contact_lost',
  ],
  ['full screen left by a reload costs nothing', { ...screen, unloading: true }, false, 'none', 'unloading'],
]

describe('leaving the test', () => {
  it.each(rows)('%s', (_name, facts, count, consequence, why) => {
    expect(judgeLeave({ ...away, ...facts })).toEqual({ count, consequence, why })
  })
})
