import { describe, expect, it, test } from 'vitest'
import { judgeDisk } from '#api/doctor/disk.ts'
import type { CallerSeen } from '#api/doctor/probe.ts'
import { judgeProxy, MARKER } from '#api/doctor/proxy.ts'
import { judgeStream } from '#api/doctor/stream.ts'
import { examineTimeZone } from '#api/doctor/timeZone.ts'

/** The doctor's judgements over what was seen, case by case. */

describe('a question that claims to come from nowhere', () => {
  const direct: CallerSeen = {
    peer: '10.0.0.9',
    is_trusted: false,
    caller: '10.0.0.9',
    forwarded_for: MARKER,
    forwarded_proto: null,
    signs: [],
  }
  const passed = `${MARKER}, 198.51.100.7`
  const https = { speaksForIt: true }

  it.each<[string, Partial<CallerSeen>, { speaksForIt?: boolean }, boolean, string, string?]>([
    ['no proxy', {}, {}, true, 'No proxy is in between'],
    [
      'no proxy, trusted all the same',
      { is_trusted: true, caller: MARKER },
      {},
      false,
      'can take any address',
      'Remove it',
    ],
    [
      'a trusted one that adds',
      { is_trusted: true, forwarded_for: passed, caller: '198.51.100.7' },
      https,
      true,
      'is trusted and says',
    ],
    [
      'a trusted one that replaces',
      { is_trusted: true, forwarded_for: '198.51.100.7', caller: '198.51.100.7' },
      https,
      true,
      'is trusted and says',
    ],
    [
      'a trusted one, asked from its own machine',
      { is_trusted: true, forwarded_for: `${MARKER}, 127.0.0.1`, caller: MARKER },
      https,
      true,
      'is trusted and says',
    ],
    [
      'everybody trusted',
      { is_trusted: true, forwarded_for: passed, caller: MARKER },
      https,
      false,
      'own claim was believed',
      'Name only the proxies',
    ],
    [
      'one that adds and is not trusted',
      { forwarded_for: passed },
      {},
      false,
      'count as one',
      'Set TRUSTED_PROXY=10.0.0.9.',
    ],
    ['one that says nothing', {}, https, false, 'does not say for whom', 'TRUSTED_PROXY=10.0.0.9'],
    ['one that only shows itself', { signs: ['via'] }, {}, false, 'does not say for whom', 'X-Forwarded-For'],
    [
      'one that strips it',
      { forwarded_for: null },
      {},
      false,
      'does not say for whom',
      'TRUSTED_PROXY=10.0.0.9',
    ],
    [
      'a trusted one that strips it',
      { is_trusted: true, forwarded_for: null },
      https,
      false,
      'does not say for whom',
      'X-Forwarded-For',
    ],
    [
      'a trusted one that passes claims on',
      { is_trusted: true, caller: MARKER },
      https,
      false,
      'anybody can take any address',
      'X-Forwarded-For',
    ],
  ])('%s', (_what, seen, { speaksForIt = false }, ok, says, todo) => {
    const found = judgeProxy({ ...direct, ...seen }, { speaksForIt, own: new Set(['127.0.0.1']) })
    expect(found).toMatchObject({ ok, says: expect.stringContaining(says) })
    if (todo) expect(found.todo).toContain(todo)
    else expect(found.todo).toBeUndefined()
  })
})

describe('events of a stream', () => {
  it.each<[string, number[], boolean]>([
    ['as they are sent', [310, 605, 902], true],
    ['on an uneven line', [500, 620, 910], true],
    ['all at once', [905, 905, 906], false],
    ['cut off', [310, 605], false],
    ['none', [], false],
  ])('%s', (_what, times, ok) => {
    const found = judgeStream(times)
    expect(found.ok).toBe(ok)
    expect(found.todo === undefined).toBe(ok)
  })
})

describe('a disk', () => {
  const GB = 1_000_000_000
  const ext4 = 0xef53
  const good = {
    room: { free: 50 * GB, size: 100 * GB },
    type: ext4,
    fsyncMs: Array.from({ length: 50 }, () => 2),
  }
  const slowAtTimes = [...Array.from({ length: 49 }, () => 2), 400]

  it.each<[string, Partial<typeof good>, boolean, string, string?]>([
    ['good', {}, true, '50 GB free of 100 GB; a write is on the disk after 2.0 ms (p99 2.0 ms).'],
    ['slow now and then', { fsyncMs: slowAtTimes }, true, 'p99 400 ms', 'what else writes'],
    ['slow', { fsyncMs: good.fsyncMs.map(() => 51) }, false, 'It is slow', 'local SSD'],
    ['nearly full', { room: { free: 9 * GB, size: 100 * GB } }, false, 'nearly full', 'Make room'],
    [
      'small, and nearly full',
      { room: { free: 0.9 * GB, size: 2 * GB } },
      false,
      '900 MB free of 2.0 GB',
      'Make room',
    ],
    ['over a network', { type: 0x6969 }, false, '(NFS)', 'local disk'],
    // Node gives the number with its sign where it is large.
    ['over a network of Windows', { type: 0xff534d42 | 0 }, false, '(CIFS)', 'local disk'],
    ['in memory', { type: 0x01021994 }, false, '(tmpfs)', 'to a disk'],
    ['of a container', { type: 0x794c7630 }, true, '', 'volume'],
  ])('%s', (_what, seen, ok, says, todo) => {
    const found = judgeDisk({ ...good, ...seen })
    expect(found).toMatchObject({ ok, says: expect.stringContaining(says) })
    if (todo) expect(found.todo).toContain(todo)
    else expect(found.todo).toBeUndefined()
  })
})

test('a time zone that nobody knows is told, with what to do', () => {
  const now = Date.UTC(2026, 0, 15, 9)
  for (const known of [undefined, '', 'Europe/Berlin', ':Asia/Kolkata', 'UTC'])
    expect(examineTimeZone(known, now)).toMatchObject({ ok: true, says: expect.stringContaining('2026') })
  expect(examineTimeZone('Mars/Phobos', now)).toMatchObject({
    ok: false,
    says: expect.stringContaining('TZ=Mars/Phobos is no known time zone'),
    todo: expect.stringContaining('Set TZ'),
  })
})
