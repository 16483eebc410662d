import Dexie from 'dexie'
import { UPLOAD_WINDOW_MS } from '#contract/constants.ts'
import { isOverHere } from '../pending.ts'
import type { AttemptRecord } from './schema.ts'

/**
 * Whether a begun test on this device may still be worked on. Asked by a version that is not in charge yet, so the
 * database is opened as it stands: a newer shape of it would take it from the page that is open.
 */
export async function testIsOpen(now: number = Date.now()): Promise<boolean> {
  const db = new Dexie('holdfast')
  try {
    await db.open()
    const attempts = await db.table<AttemptRecord>('attempts').toArray()
    return attempts.some((attempt) => !isOverHere(attempt) && now < attempt.deadline_at + UPLOAD_WINDOW_MS)
  } catch (error) {
    // A missing database means that nothing was ever begun. One that cannot be read may hold a test: its page keeps
    // what it runs on.
    return !(error instanceof Dexie.NoSuchDatabaseError)
  } finally {
    db.close()
  }
}
