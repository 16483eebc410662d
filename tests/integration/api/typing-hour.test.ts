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

/** Every text that the page keeps while a program is typed key by key, without a pause, for an hour. */
async function keptInAnHour(program: string): Promise<string[]> {
  const kept: string[] = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const memory = new Memory({} as ClientState)
  memory.answer('KEEP_DRAFT', async ({ text }) => void kept.push(text))
  const typing = new DraftBuffer(memory)
  for (let key = 1; key <= HOUR_S * KEYS_PER_SECOND; key++) {
    typing.type(1, 1, program.slice(0, key))
    await vi.advanceTimersByTimeAsync(1_000 / KEYS_PER_SECOND)
  }
  await typing.flush()
  vi.useRealTimers()
  return kept
}

test('an hour of steady typing stores 2 MB at most, all of it', async () => {
  const program = readFileSync(new URL('../../../state-machines/sync/core.ts', import.meta.url), 'utf8')
  const kept = await keptInAnHour(program.repeat(2))
  expect(kept.at(-1)?.length).toBe(HOUR_S * KEYS_PER_SECOND)
  // At the latest every five seconds, and not at every key.
  expect(kept.length).toBeGreaterThanOrEqual(HOUR_S / 6)
  expect(kept.length).toBeLessThanOrEqual(HOUR_S / 4)

  app = await openApp()
  const { device, org } = await startExam(app)
  const problem_id = org.problems[0].id
  const fileBytes = async (): Promise<number> => {
    const [size] = await app.rows<{ bytes: number }>(
      'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
    )
    return size?.bytes ?? 0
  }
  const before = await fileBytes()
  for (const answer of kept)
    device.write('draft', codeKey(problem_id, 1), { problem_id, language_id: 1, answer })
  while (device.tail.length > 0) await device.sync(device.tail.slice(0, BATCH_MAX_OPS / 4))
  expect((await fileBytes()) - before).toBeLessThanOrEqual(2_000_000)
  const [saved] = await app.rows<{ saved: string }>('SELECT saved FROM answers')
  expect(saved?.saved).toBe(kept.at(-1))
})
