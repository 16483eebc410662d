import { expect, test } from 'vitest'
import { verifyAll } from '#api/services/verification.ts'
import type { LateDecision, LateItem } from '#contract/views/lateWork.ts'
import { type Device, type Exam, lateWorkIn, MINUTE, must, programs } from '../../factories/index.ts'
import { times } from '../../offline/simulator/many.ts'
import { Rng } from '../../offline/simulator/rng.ts'
import { appForFile } from '../forFile.ts'

/**
 * Seeded exams of two devices with pauses, takeovers and an end out of reach, whose late work is decided piece by piece:
 * the same decisions come to the same marks in whatever order they are taken, and no decision hides another piece.
 */

const EXAMS = 12 * times

const app = await appForFile({ judging: true })

const { two, draft, submit, choose, workOf, decide, pause, resume, settle, scores, headersOf } =
  lateWorkIn(app)

const texts = [programs.right, programs.wrong, programs.samplesOnly, 'x'] as const

function write(e: Exam, device: Device, rng: Rng, est?: number): void {
  const language = 1 + rng.below(2)
  const kind = rng.below(8)
  if (kind < 3) draft(e, language, texts[rng.below(4)] ?? '', est, device)
  else if (kind === 3) submit(e, language, texts[rng.below(4)] ?? '', est, device)
  else choose(e, rng.chance(0.5) ? 'mcq_save' : 'mcq_select', rng.chance(0.5), est, device)
}

async function deadlineOf({ who }: Exam): Promise<number> {
  const [row] = await app.rows<{ at: number }>(
    'SELECT deadline_at AS at FROM attempts WHERE id = ?',
    who.attemptId,
  )
  return row?.at ?? 0
}

/** Plays the exam to its end, and lets everything come in. */
async function play(rng: Rng, broken: string[]): Promise<Exam> {
  const { e, other } = await two({ latePolicy: rng.chance(0.5) ? 'hold' : 'reject' })
  let holder = e.device
  let lost: Device | null = null
  let isPaused = false
  for (let step = 4 + rng.below(5); step > 0; step--) {
    app.clock.move(MINUTE)
    const what = rng.below(10)
    if (what < 6) {
      write(e, holder, rng)
      if (what < 5) await holder.sync()
    } else if (what < 8) {
      if (isPaused) await resume(e)
      else await pause(e)
      isPaused = !isPaused
      app.clock.move(1_000)
    } else if (lost === null) {
      lost = holder
      holder = other
      await holder.takeOver()
    } else if (lost.tail.length > 0) await lost.post(lost.request())
  }
  if (isPaused) await resume(e)
  const deadline = await deadlineOf(e)
  app.clock.set(deadline - 10 * MINUTE)
  await holder.sync()
  for (let n = rng.below(4); n > 0; n--) write(e, holder, rng, deadline - (5 + n) * MINUTE)
  if (rng.chance(0.5)) holder.write('finish', '', { reason: 'candidate' }, { est: deadline - 4 * MINUTE })
  app.clock.set(deadline + 30_001)
  await app.seal()
  await settle(e)
  const sealed = (await scores(e))?.score
  app.clock.move(5 * MINUTE)
  await holder.sync()
  if (lost) await lost.post(lost.request())
  await settle(e)
  if ((await scores(e))?.score !== sealed) broken.push('what is verified moved by what a device claims')
  return e
}

/** By what a piece says, so that the same one is decided alike in both exams of a seed. */
const decisionOf = ({ kind, value, source, made_at }: LateItem): LateDecision =>
  [...`${kind}${value}${source}${Date.parse(made_at) % 7}`].length % 3 === 0 ? 'rejected' : 'accepted'

async function decideAll(e: Exam, isReversed: boolean, broken: string[]): Promise<unknown> {
  const { items } = await workOf(e)
  const waiting = items.filter(({ state }) => state === 'waiting')
  const { candidates } = await must(app.send, 'getLateCandidates', {
    params: { driveId: e.org.driveId },
    headers: await headersOf(e),
  })
  const counted = candidates.find(({ token }) => token === e.who.ref)?.waiting ?? 0
  if (counted !== waiting.length) broken.push(`${waiting.length} wait, and ${counted} are told`)
  for (const item of isReversed ? waiting.toReversed() : waiting) {
    const { status } = await decide(e, [item], decisionOf(item))
    if (status !== 200) broken.push(`a ${item.kind} was refused its decision: ${status}`)
    await settle(e)
  }
  const after = (await workOf(e)).items
  for (const { op_id, kind } of items)
    if (!after.some((item) => item.op_id === op_id)) broken.push(`a ${kind} is hidden by a decision`)
  return { scores: await scores(e), states: after.map(({ kind, value, state }) => ({ kind, value, state })) }
}

test(`in ${EXAMS} exams`, async () => {
  for (let seed = 1; seed <= EXAMS; seed++) {
    const broken: string[] = []
    const results: unknown[] = []
    for (const isReversed of [false, true])
      results.push(await decideAll(await play(new Rng(seed), broken), isReversed, broken))
    expect(broken, `seed ${seed}`).toEqual([])
    expect(results[1], `seed ${seed}`).toEqual(results[0])
  }
  expect((await verifyAll(app.ctx)).findings).toEqual([])
}, 900_000)
