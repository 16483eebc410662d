import type { ContentRecord, LocalDatabase } from './schema.ts'

/** The questions of a test, kept for every later load. */

export const findContent = (db: LocalDatabase, attemptId: string): Promise<ContentRecord | undefined> =>
  db.content.get(attemptId)

export const putContent = (db: LocalDatabase, content: ContentRecord): Promise<string> =>
  db.content.put(content)

/** Not of a test that has left the device meanwhile. */
export const putContentIfHere = (db: LocalDatabase, content: ContentRecord): Promise<void> =>
  db.transaction('rw', [db.attempts, db.content], async () => {
    if (await db.attempts.get(content.attempt_id)) await db.content.put(content)
  })
