import type { LocalDatabase } from '../local/database.ts'

/** How a test is gone through: the language of each problem, and where in it the person stands. */
export interface Course {
  languageOf: Record<number, number>
  place: unknown
}

const languagesOf = (attemptId: string): string => `languages:${attemptId}`
const placeOf = (attemptId: string): string => `place:${attemptId}`

/** What only the tab that writes changes: read anew by one that takes over. */
export async function readCourse(db: LocalDatabase, attemptId: string): Promise<Course> {
  const [languages, place] = await db.settings.bulkGet([languagesOf(attemptId), placeOf(attemptId)])
  return {
    languageOf: (languages?.value as Record<number, number> | undefined) ?? {},
    place: place?.value,
  }
}

/** A comfort: where it cannot be kept, the problem opens in its first language. */
export const keepLanguages = async (
  db: LocalDatabase,
  attemptId: string,
  value: Record<number, number>,
): Promise<void> => {
  await db.settings.put({ name: languagesOf(attemptId), value }).catch(() => {})
}

/** A comfort: where it cannot be kept, the test opens at its front. */
export const keepPlace = async (db: LocalDatabase, attemptId: string, value: object): Promise<void> => {
  await db.settings.put({ name: placeOf(attemptId), value }).catch(() => {})
}
