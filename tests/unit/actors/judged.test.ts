import { afterEach, expect, it, vi } from 'vitest'
import { initialState } from '#machines/sync/state.ts'
import { Judged } from '#pwa/actors/judged.ts'
import type { Memory } from '#pwa/actors/memory.ts'
import { anchorNow } from '#pwa/local/clock.ts'

/** A run while the server is known to be out of reach, and how often a verdict is asked for. */

const head = { seq: 0, hash: '' }
const offline = {
  ...initialState({ tail: head, acked: head, serverEpoch: 1, waitingSince: null }, Date.now()),
  offlineSince: Date.now(),
}
let judged: Judged | undefined
afterEach(() => {
  judged?.stop()
  vi.useRealTimers()
})

it('asks for a missing verdict at once and then every five seconds', () => {
  vi.useFakeTimers()
  let asked = 0
  const memory = {
    // What is missing is looked up each time.
    get submissions() {
      asked++
      return []
    },
  } as unknown as Memory
  judged = new Judged(
    () => {
      throw new Error('nothing is stored')
    },
    memory,
    () => {},
  )
  expect(asked).toBe(1)
  vi.advanceTimersByTime(4_999)
  expect(asked).toBe(1)
  vi.advanceTimersByTime(1)
  expect(asked).toBe(2)
  vi.advanceTimersByTime(20_000)
  expect(asked).toBe(6)
})

it('says in words that a language runs on the server only, and that submitting is queued', async () => {
  const memory = {
    attempt: { token: 'token', anchor: anchorNow('a', Date.now()) },
    content: { languages: [{ id: 7, name: 'C++ 10.2', mode: 'cpp' }], problems: [{ id: 1 }] },
    submissions: [],
    sync: offline,
    run: null,
  } as unknown as Memory
  const open = () => {
    throw new Error('nothing is stored of a run')
  }
  judged = new Judged(open, memory, () => {})
  await judged.run(1, 7, 'int main() {}')
  expect(memory.run).toMatchObject({ stage: 'failed', place: 'server', result: null })
  expect(memory.run?.message).toMatch(/^C\+\+ 10\.2 runs on the server only/)
  expect(memory.run?.message).toMatch(/you submit is queued on this device/)
})
