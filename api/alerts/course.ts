import type { AlertNews, TroubleKind } from '../mail/kinds.ts'

/** When a trouble is told, and when its end: pure rules over what was seen and when. */

/** A trouble that was told and has not ended, as it is kept over a restart. */
export interface Told {
  /** Since when it lasts, in milliseconds. */
  since: number
  toldAt: number
}

/** How a trouble has gone lately; it begins anew with each start, because nobody looked in between. */
export interface Course {
  badSince: number | null
  goodSince: number | null
}

interface Patience {
  /** It is told once it has lasted for so long. */
  beginsAfterMs: number
  /** Its end is told once it has stayed away for so long: what comes and goes is one trouble. */
  endsAfterMs: number
}

const MINUTE = 60_000
const REPEATED_AFTER_MS = 24 * 60 * MINUTE

export const patience: Readonly<Record<TroubleKind, Patience>> = {
  disk: { beginsAfterMs: 0, endsAfterMs: 5 * MINUTE },
  // A server that was down for days makes one at its start, and one that fails is tried again after a quarter of an hour.
  backup: { beginsAfterMs: 30 * MINUTE, endsAfterMs: 0 },
  log: { beginsAfterMs: 5 * MINUTE, endsAfterMs: MINUTE },
  // It lasts until somebody decides, or for a day.
  erasing: { beginsAfterMs: 5 * MINUTE, endsAfterMs: 0 },
  engine: { beginsAfterMs: 5 * MINUTE, endsAfterMs: 5 * MINUTE },
}

/** The course after one more look. */
export const seen = ({ badSince, goodSince }: Course, isBad: boolean, now: number): Course =>
  isBad ? { badSince: badSince ?? now, goodSince: null } : { badSince: null, goodSince: goodSince ?? now }

/** The news there is to tell now; null: none. */
export function newsOf(
  trouble: TroubleKind,
  told: Told | null,
  { badSince, goodSince }: Course,
  now: number,
): AlertNews | null {
  const { beginsAfterMs, endsAfterMs } = patience[trouble]
  if (!told) return badSince !== null && now - badSince >= beginsAfterMs ? 'begun' : null
  if (goodSince !== null) return now - goodSince >= endsAfterMs ? 'over' : null
  return badSince !== null && now - told.toldAt >= REPEATED_AFTER_MS ? 'lasts' : null
}
