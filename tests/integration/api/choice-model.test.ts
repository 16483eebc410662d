import { expect, test } from 'vitest'
import { verifyAll } from '#api/services/verification.ts'
import type { LateDecision } from '#contract/views/lateWork.ts'
import { type Device, type Exam, lateWorkIn, MINUTE, must } from '../../factories/index.ts'
import { times } from '../../offline/simulator/many.ts'
import { Rng } from '../../offline/simulator/rng.ts'
import { appForFile } from '../forFile.ts'

/**
 * One question against a model of its own: exams of two devices with pauses, takeovers, finishes, reopenings and decisions.
 * The server writes row by row what a question comes to; the model reads the whole log anew, and both tell the same scores.
 */

const EXAMS = 8 * times

const app = await appForFile()
const { two, choose, workOf, decide, pause, resume, scores, headersOf } = lateWorkIn(app)

interface Chosen {
  type: 'mcq_save' | 'mcq_select'
  verdict: 'on_time' | 'on_time_claimed' | 'late'
  /** When it came; of a lost device, when it became the answer. */
  at: number
  /** Its place in the log; of a lost device, the one on it with a minus. */
  seq: number
  made: number
  body: string
  decision: LateDecision | null
  decided_at: number | null
}

const CHOSEN = `
  SELECT o.type, o.verdict, o.received_at AS at, o.seq, o.made_at AS made, CAST(o.body AS TEXT) AS body, d.decision, d.decided_at
  FROM ops o LEFT JOIN late_decisions d ON d.attempt_id = o.attempt_id AND d.op_id = o.op_id
  WHERE o.attempt_id = @id AND o.type LIKE 'mcq_s%' AND o.result <> 'rejected'
  UNION ALL
  SELECT q.type, 'on_time', q.adopted_at, -q.seq, min(q.op ->> '$.est_server_ms', q.received_at), q.op ->> '$.body', d.decision,
    d.decided_at
  FROM quarantine q LEFT JOIN late_decisions d ON d.attempt_id = q.attempt_id AND d.op_id = q.op_id
  WHERE q.attempt_id = @id AND q.type LIKE 'mcq_s%' AND q.adopted_at IS NOT NULL`

const newest = (list: readonly Chosen[], by: (one: Chosen) => number): Chosen | undefined =>
  list.toSorted((a, b) => by(b) - by(a) || Math.abs(b.seq) - Math.abs(a.seq))[0]

const byArrival = ({ at }: Chosen): number => at

/** What counts by all that was chosen: in time, or with what is claimed. */
function countedOf(
  chosenEver: readonly Chosen[],
  isDropping: boolean,
  withClaimed: boolean,
): Chosen | undefined {
  const may = chosenEver.filter(
    ({ type, decision }) => !isDropping || type === 'mcq_save' || decision === 'accepted',
  )
  const undecided = (verdict: Chosen['verdict']) =>
    may.filter((one) => one.verdict === verdict && one.decision === null)
  const inTime = newest(undecided('on_time'), byArrival)
  // Staff let a choice count in the place of what stood there then: it makes way for what came in time after that.
  const accepted = may.filter(({ decision }) => decision === 'accepted')
  const decidedAt = Math.max(-1, ...accepted.map(({ decided_at }) => decided_at ?? 0))
  const isOver = accepted.length > 0 && decidedAt >= (inTime?.at ?? 0)
  const savedAt = newest(
    undecided('on_time').filter(({ type }) => type === 'mcq_save'),
    byArrival,
  )?.at
  const over = isOver ? accepted.filter(({ decided_at }) => (decided_at ?? 0) >= (savedAt ?? 0)) : []
  const chosen = newest(over, ({ made }) => made) ?? inTime
  // Its author went on from an older one, whatever staff thinks of the newer: of claimed work the newest alone is asked for.
  const claims = may.filter(({ verdict }) => verdict === 'on_time_claimed')
  const last = [
    newest(claims, byArrival),
    newest(
      claims.filter(({ type }) => type === 'mcq_save'),
      byArrival,
    ),
  ]
  const claimed = withClaimed ? last.find((one) => one?.decision === null) : undefined
  if (!claimed) return chosen
  const isBehind = !inTime || claimed.at > inTime.at || (claimed.at === inTime.at && claimed.seq > inTime.seq)
  const isNewer = over.every(({ made, decided_at }) => claimed.at > (decided_at ?? 0) || claimed.made > made)
  return isBehind && isNewer ? claimed : chosen
}

interface Standing {
  finish_kind: string | null
  finish_verdict: string | null
  finished_at: number | null
  paused_at: number | null
  deadline_at: number
}

async function standingOf({ who }: Exam): Promise<Standing> {
  const [row] = await app.rows<Standing>(
    'SELECT finish_kind, finish_verdict, finished_at, paused_at, deadline_at FROM attempts WHERE id = ?',
    who.attemptId,
  )
  if (!row) throw new Error('The attempt is gone')
  return row
}

async function modelOf(e: Exam) {
  const { finish_kind, finish_verdict } = await standingOf(e)
  const all = await app.rows<Chosen>(CHOSEN, { id: e.who.attemptId })
  const isFinish = finish_kind !== null && finish_kind !== 'timeout'
  const [{ right, marks }] = e.org.questions
  const marksOf = (withClaimed: boolean): number => {
    // A finish that is only claimed drops nothing of what is verified.
    const isDropping = isFinish && (withClaimed || finish_verdict !== 'on_time_claimed')
    const counted = countedOf(all, isDropping, withClaimed)
    const options: number[] = counted ? JSON.parse(counted.body).selected_options : []
    return JSON.stringify(options) === JSON.stringify(right) ? marks : 0
  }
  return { score: marksOf(false), score_claimed: marksOf(true) }
}

/** @param log is told each step, for whoever looks at a seed that fails */
async function play(seed: number, log: string[]): Promise<void> {
  const rng = new Rng(seed)
  const { e, other } = await two({ latePolicy: 'hold' })
  let holder = e.device
  let lost: Device | null = null

  const write = (est?: number): void => {
    const [type, isRight] = [
      rng.chance(0.5) ? ('mcq_save' as const) : ('mcq_select' as const),
      rng.chance(0.5),
    ]
    choose(e, type, isRight, est, holder)
    log.push(`${type} ${isRight} on ${holder.name}`)
  }
  const check = async (): Promise<void> => {
    if ((await standingOf(e)).finished_at === null) return
    expect(await scores(e), `seed ${seed}:\n${log.join('\n')}`).toEqual(await modelOf(e))
  }
  const decideOne = async (): Promise<void> => {
    const items = (await workOf(e)).items.filter(({ state }) => state !== 'superseded')
    const item = items[rng.below(Math.max(1, items.length))]
    const decision = rng.chance(0.5) ? 'accepted' : 'rejected'
    if (!item) return
    const { status } = await decide(e, [item], decision)
    log.push(`${decision} (${status}): ${item.value}, ${item.source}, ${item.state}`)
    app.clock.move(500)
  }
  const sendLost = async (): Promise<void> => {
    if (!lost || lost.tail.length === 0) return
    await lost.post(lost.request())
    log.push('the lost device sends')
  }
  const goOn = async (): Promise<void> => {
    for (let step = 2 + rng.below(6); step > 0; step--) {
      app.clock.move(MINUTE)
      const what = rng.below(12)
      const { paused_at, finished_at } = await standingOf(e)
      if (finished_at !== null) return
      if (what < 6) {
        write()
        if (what < 5) await holder.sync()
      } else if (what < 8) {
        log.push(paused_at === null ? 'pause' : 'resume')
        await (paused_at === null ? pause(e) : resume(e))
        app.clock.move(1_000)
      } else if (what > 8) await decideOne()
      else if (lost) await sendLost()
      else {
        log.push('takeover')
        lost = holder
        holder = other
        await holder.takeOver()
      }
    }
    if ((await standingOf(e)).paused_at !== null) await resume(e)
    app.clock.move(1_000)
  }
  /** A finish in time, or an end out of reach with what was chosen there and with a finish or without one. */
  const end = async (): Promise<void> => {
    const how = rng.below(4)
    if (how === 0) {
      log.push('finish')
      holder.write('finish', '', { reason: 'candidate' })
      await holder.sync()
      return
    }
    const { deadline_at } = await standingOf(e)
    if (app.clock.now() < deadline_at - 10 * MINUTE) app.clock.set(deadline_at - 10 * MINUTE)
    await holder.sync()
    const now = app.clock.now()
    const at = (tenths: number): number => now + (tenths * (deadline_at - now)) / 10
    log.push('out of reach')
    for (let n = rng.below(4); n > 0; n--) write(at(5 - n))
    if (how === 1) holder.write('finish', '', { reason: 'candidate' }, { est: at(6) })
    app.clock.set(Math.max(app.clock.now(), deadline_at) + 30_001)
    const isSealedFirst = rng.chance(0.7)
    if (isSealedFirst) {
      await app.seal()
      await check()
      app.clock.move(5 * MINUTE)
    }
    log.push(isSealedFirst ? 'sealed, and then it comes' : 'it comes')
    if (rng.chance(0.3)) await holder.sync(holder.tail.slice(0, 1))
    await holder.sync()
    await app.seal()
  }

  await goOn()
  for (let round = 0; round < 3; round++) {
    await end()
    await check()
    await sendLost()
    await check()
    for (let n = rng.below(4); n > 0; n--) {
      await decideOne()
      await check()
    }
    if (rng.chance(0.3)) return
    const isOpened = (await standingOf(e)).finished_at !== null
    log.push(isOpened ? 'opened again' : 'more minutes')
    await must(app.send, isOpened ? 'postReopen' : 'postMinutes', {
      params: { ref: e.who.ref },
      body: { minutes: 600 },
      headers: await headersOf(e),
    })
    app.clock.move(1_000)
    await goOn()
  }
}

test(`in ${EXAMS} exams`, async () => {
  for (let seed = 1; seed <= EXAMS; seed++) await play(seed, [])
  expect((await verifyAll(app.ctx)).findings).toEqual([])
}, 600_000)
