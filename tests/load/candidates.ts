import { setTimeout as wait } from 'node:timers/promises'
import { urlOf } from '#contract/paths.ts'
import type { SyncAnswer } from '#contract/sync.ts'
import type { Send } from '../factories/client.ts'
import { Device, fillIn } from '../factories/device.ts'
import type { Child, Seeded } from './child.ts'
import { type Lane, openLane, request } from './pump.ts'

/** Candidates in their tests: each with its own connection, lease and chain. */

export interface Candidate {
  device: Device
  token: string
  lane: Lane
}

/** Details form, start and lease of every invited candidate, over HTTP; then one connection each. */
export async function startAll(child: Child<Seeded>): Promise<Candidate[]> {
  const { port, candidates } = child.served
  const base = `http://127.0.0.1:${port}`
  const send: Send = (path, init) => fetch(base + path, init)
  const started: Candidate[] = []
  for (const who of candidates) {
    const token = await fillIn(send, who)
    const device = new Device(send, token, Date.now)
    await device.start()
    started.push({ device, token, lane: await openLane(port) })
  }
  // Past the milliseconds the starts were noted at, so that no op's time is before its anchor.
  await wait(20)
  return started
}

/** Fills each candidate's lane with syncs of `ops` saves each, hashed and written out before any time is taken. */
export function stockUp(
  child: Child<Seeded>,
  candidates: readonly Candidate[],
  each: { requests: number; ops: number },
): void {
  const { port, question, options } = child.served
  for (const { device, token, lane } of candidates) {
    const made = lane.stock
    while (made.length < each.requests) {
      const ops = Array.from({ length: each.ops }, () => {
        const option = options[device.head.seq % options.length]
        return device.write('mcq_save', `mcq:${question}`, {
          question_id: question,
          selected_options: [option],
        })
      })
      const body = JSON.stringify(device.request(ops))
      made.push(request(`127.0.0.1:${port}`, urlOf('postSync'), token, body))
      device.ops.length = 0
    }
  }
}

/** @throws Error where a candidate's newest answer did not apply what was sent */
export function requireApplied(candidates: readonly Candidate[]): void {
  for (const { lane } of candidates) {
    const { data } = JSON.parse(lane.answer) as { data: SyncAnswer }
    const wrong = data.results.find((r) => r.result !== 'applied')
    if (wrong || data.results.length === 0) throw new Error(`A save was not applied: ${lane.answer}`)
  }
}
