import { isRunWaiting } from '#db/queries/jobs.ts'
import type { Context } from '../context.ts'

/**
 * A job of many tests gives its slot back after the test that went over this time: whoever waits, waits for these tests and not
 * for all that are behind them.
 */
export const TURN_MS = 3_000
/** A job gives way to a candidate's waiting Run after the test that went over this time. */
export const TURN_BEFORE_RUN_MS = 500

/** A turn that begins now: asked after each test, it tells whether it is over. */
export function beginTurn({ db, now }: Context): () => Promise<boolean> {
  const begun = now()
  return async () => {
    const lasted = now() - begun
    return lasted > TURN_MS || (lasted > TURN_BEFORE_RUN_MS && (await isRunWaiting(db.read, now())))
  }
}
