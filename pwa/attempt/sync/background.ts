import type { SyncMode } from '#machines/sync/state.ts'
import { attemptsHere, findAttempt } from '../db/attempts.ts'
import { purgeIfDone } from '../db/purge.ts'
import { type AttemptRecord, localDatabase } from '../db/schema.ts'
import { isOverHere, pendingCount } from '../pending.ts'
import { carrierLock, writerLock } from '../tabs/lockNames.ts'
import { sendOneBlob } from './media.ts'
import * as nextLease from './nextLease.ts'
import { fullPace, uploadQuarantine } from './quarantineUpload.ts'
import { Sender, type SenderListener } from './sender.ts'

/**
 * Sends what closed pages left on this device: the worker does it, and the next page that is opened, whoever's test it
 * shows. On a computer of many nobody else may come back to an older test.
 */

const AT_MOST_MS = 25_000

/**
 * @param which tests to carry on; one whose page is open is left to it, also where it is opened meanwhile
 * @throws Error where something of one of them could not be sent
 */
export async function sendInBackground(which: (attempt: AttemptRecord) => boolean): Promise<void> {
  const attempts = navigator.locks ? (await attemptsHere()).filter(which) : []
  const faults: unknown[] = []
  for (const { attempt_id } of attempts)
    await asCarrier(attempt_id, async (taken) => {
      faults.push(...(await sendRest(attempt_id, taken)))
      if (!taken.aborted) await purgeIfDone(localDatabase(), attempt_id)
    })
  if (faults.length > 0) throw new Error('Not everything could be sent', { cause: faults[0] })
}

/**
 * Does it with the attempt's lock, if nobody has that.
 * @param work hears of it when a page takes the lock, and ends
 */
async function asCarrier(attemptId: string, work: (taken: AbortSignal) => Promise<void>): Promise<void> {
  const taken = new AbortController()
  const name = writerLock(attemptId)
  const { locks } = navigator
  let working: Promise<void> = Promise.resolve()
  await locks.request(carrierLock(name), { ifAvailable: true }, async (carrier) => {
    if (!carrier) return
    const done = locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock) working = work(taken.signal)
      return working.catch(() => {})
    })
    // It is refused only where the lock was stolen.
    await done.catch(() => taken.abort())
    await working
  })
}

/**
 * The log, what stands aside, and pictures; a fault of one keeps none of the others.
 * @returns what could not be sent, and why
 */
async function sendRest(attemptId: string, taken: AbortSignal): Promise<unknown[]> {
  const db = localDatabase()
  const attempt = await findAttempt(db, attemptId)
  const faults: unknown[] = []
  if (!attempt) return faults
  const sent = async (send: () => Promise<unknown>): Promise<void> => {
    await send().catch((error: unknown) => faults.push(error))
  }
  if (hasTail(attempt)) await sent(() => drain(attemptId, taken))
  await sent(async () => {
    const pace = fullPace()
    while (!taken.aborted && (await uploadQuarantine(db, attemptId, pace))) {}
  })
  await sent(async () => {
    while (!taken.aborted && (await sendOneBlob(db, attemptId, isOverHere(attempt)))) {}
  })
  return faults
}

/** Ops the server holds neither in the log nor, where this device lost the test, in quarantine. */
const hasTail = (attempt: AttemptRecord): boolean => pendingCount(attempt) > 0

/** Modes in which the sender goes on by itself. */
const goesOn = new Set<SyncMode>(['open', 'lease_lost', 'forked', 'captive'])

/** Runs the sender until everything is acknowledged, the line is down, a page takes over, or the browser's patience ends. */
async function drain(attemptId: string, taken: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let sender: Sender | null = null
    const stop = (end: () => void): void => {
      clearTimeout(limit)
      sender?.stop()
      end()
    }
    const limit = setTimeout(() => stop(() => reject(new Error('time is over'))), AT_MOST_MS)
    taken.addEventListener('abort', () => stop(resolve))
    const listener: SenderListener = {
      changed() {
        const state = sender?.state
        if (!state || state.inFlight) return
        const held = state.mode === 'lease_lost' ? state.quarantinedSeq : state.acked.seq
        if (state.tail.seq <= held || !goesOn.has(state.mode)) stop(resolve)
        else if (state.offlineSince !== null) stop(() => reject(new Error('out of reach')))
      },
      rebased: () => {},
      // The page that took it sends.
      outdated: () => stop(resolve),
      stalled: () => {},
    }
    Sender.start(localDatabase, attemptId, listener, async () => nextLease).then((started) => {
      sender = started
      if (taken.aborted) started.stop()
    }, reject)
  })
}
