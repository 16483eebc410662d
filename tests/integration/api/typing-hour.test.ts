import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { BATCH_MAX_OPS } from '#contract/constants.ts'
import { codeKey } from '#contract/ops.ts'
import { DraftBuffer } from '#pwa/attempt/draftBuffer.ts'
import { Memory } from '#pwa/attempt/memory.ts'
import type { ClientState } from '#pwa/attempt/state.ts'
import { openApp, startExam, type TestApp } from '../../factories/index.ts'

/** The cost of an hour of typing for the server: the page's own rhythm, a real program, the real file. */

let app: TestApp
afterEach(() => app.remove())

const KEYS_PER_SECOND = 4
const HOUR_S = 3_600

/** Every text that the page keeps while a program is typed key by key, without a pause. */
async function keptWhileTyping(program: string, seconds: number): Promise<string[]> {
  const kept: string[] = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const memory = new Memory({} as ClientState)
  memory.answer('KEEP_DRAFT', async ({ text }) => void kept.push(text))
  const typing = new DraftBuffer(memory)
  for (let key = 1; key <= seconds * KEYS_PER_SECOND; key++) {
    typing.type(1, 1, program.slice(0, key))
    await vi.advanceTimersByTimeAsync(1_000 / KEYS_PER_SECOND)
  }
  await typing.flush()
  vi.useRealTimers()
  expect(kept.at(-1)?.length).toBe(seconds * KEYS_PER_SECOND)
  // At the latest every five seconds, and not at every key.
  expect(kept.length).toBeGreaterThanOrEqual(seconds / 6)
  expect(kept.length).toBeLessThanOrEqual(seconds / 4)
  return kept
}

const programOf = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

/** Types one program after the other, each for its share of the hour. @returns by how much the file has grown */
async function grownBy(programs: readonly string[]): Promise<number> {
  app = await openApp()
  const { device, org } = await startExam(app)
  const fileBytes = async (): Promise<number> => {
    const [size] = await app.rows<{ bytes: number }>(
      'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
    )
    return size?.bytes ?? 0
  }
  const before = await fileBytes()
  for (const [n, program] of programs.entries()) {
    const kept = await keptWhileTyping(program, HOUR_S / programs.length)
    const problem_id = org.problems[n % 2]?.id ?? 0
    const language_id = 1 + Math.floor(n / 2)
    for (const answer of kept)
      device.write('draft', codeKey(problem_id, language_id), { problem_id, language_id, answer })
    while (device.tail.length > 0) await device.sync(device.tail.slice(0, BATCH_MAX_OPS / 4))
    const [saved] = await app.rows<{ saved: string }>(
      'SELECT saved FROM answers WHERE key = ?',
      codeKey(problem_id, language_id),
    )
    expect(saved?.saved).toBe(kept.at(-1))
  }
  return (await fileBytes()) - before
}

test('an hour of steady typing, at four programs, stores 2 MB at most, all of it', async () => {
  const programs = ['state-machines/sync/core.ts', 'api/attempts/apply.ts', 'pwa/attempt/tabs/tabs.ts']
  expect(await grownBy([...programs, 'api/execution/queue.ts'].map(programOf))).toBeLessThanOrEqual(2_000_000)
})

test('at a single one of 14,400 characters that hardly repeats itself, 2.6 MB', async () => {
  const whole = ['api/attempts/apply.ts', 'pwa/attempt/tabs/tabs.ts'].map(programOf).join('')
  expect(await grownBy([whole])).toBeLessThanOrEqual(2_600_000)
})
