import type { BlobRecord, LocalDatabase } from './schema.ts'

/** Pictures of the camera that wait to be sent, and how many were refused for good. */

const ofAttempt = (db: LocalDatabase, attemptId: string) => db.blobs.where('attempt_id').equals(attemptId)

/** How many pictures of a test are still on this device. */
export const countBlobs = (db: LocalDatabase, attemptId: string): Promise<number> =>
  ofAttempt(db, attemptId).count()

/** The first that may be sent now. */
export const findBlob = (
  db: LocalDatabase,
  attemptId: string,
  isDue: (blob: BlobRecord) => boolean,
): Promise<BlobRecord | undefined> => ofAttempt(db, attemptId).and(isDue).first()

export const postponeBlob = (
  db: LocalDatabase,
  { attempt_id, sha256 }: BlobRecord,
  again_at: number,
): Promise<number> => db.blobs.update([attempt_id, sha256], { again_at })

/** The first thing to go where storage is short. */
export const deleteBlobs = (db: LocalDatabase, attemptId: string): Promise<number> =>
  ofAttempt(db, attemptId).delete()

/** Gone from here, and noted together with that where it never arrived. */
export function dropBlob(
  db: LocalDatabase,
  { attempt_id, sha256 }: BlobRecord,
  isRefused: boolean,
): Promise<void> {
  return db.transaction('rw', [db.blobs, db.settings], async () => {
    await db.blobs.delete([attempt_id, sha256])
    if (isRefused) {
      const name = refusedBlobs(attempt_id)
      await db.settings.put({ name, value: (await countRefusedBlobs(db, attempt_id)) + 1 })
    }
  })
}

/** The name of a test's count of pictures that the server will never take. The end page calls none of them sent. */
const refusedBlobs = (attemptId: string): string => `refused-pictures:${attemptId}`

/** How many pictures of a test the server refused for good. */
export const countRefusedBlobs = async (db: LocalDatabase, attemptId: string): Promise<number> =>
  ((await db.settings.get(refusedBlobs(attemptId)))?.value as number | undefined) ?? 0
