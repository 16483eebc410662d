import { sealOverdue } from './attempts/seal.ts'
import type { Context } from './context.ts'
import { formatErrorLine } from './kit/formatError.ts'
import { remindDue } from './services/candidates/reminding.ts'
import { sealAudit } from './services/seals.ts'
import { sweep } from './services/sweep.ts'

/** Work that a serving server does again and again by itself. */

const SEAL_EVERY_MS = 1_000
const REMIND_EVERY_MS = 60_000
const ALIVE_EVERY_MS = 5_000
const SWEEP_EVERY_MS = 600_000

/** Each round for itself: one that fails is told, and comes again. @returns ends them */
export function startRounds(ctx: Context): () => void {
  const every = (ms: number, work: (ctx: Context) => Promise<unknown>, failed: string): NodeJS.Timeout =>
    setInterval(() => {
      work(ctx).catch((error: unknown) => ctx.log.error({ error: formatErrorLine(error) }, failed))
    }, ms)
  const rounds = [
    every(SEAL_EVERY_MS, sealOverdue, 'sealing failed'),
    every(SEAL_EVERY_MS, sealAudit, 'the audit log could not be sealed'),
    every(REMIND_EVERY_MS, remindDue, 'sending reminders failed'),
    every(SWEEP_EVERY_MS, sweep, 'the sweep failed'),
    setInterval(() => {
      // A server whose note fails does not serve, says so itself, and the next note that succeeds says since when.
      ctx.database.note().catch(() => {})
    }, ALIVE_EVERY_MS),
  ]
  return () => {
    for (const round of rounds) clearInterval(round)
  }
}
