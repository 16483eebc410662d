import type { NoticeView } from '#contract/views/candidate.ts'
import type { LocalDatabase } from './schema.ts'

/** How a test is gone through: the language of each problem, and where in it the person stands. */
export interface AttemptPrefs {
  languageOf: Record<number, number>
  position: unknown
}

export const languagesNameOf = (attemptId: string): string => `languages:${attemptId}`
/** Named as it was before: devices hold it. */
export const positionNameOf = (attemptId: string): string => `place:${attemptId}`

/** Preferences that only the writing tab changes; a tab that takes over reads them anew. */
export async function readPrefs(db: LocalDatabase, attemptId: string): Promise<AttemptPrefs> {
  const [languages, position] = await db.settings.bulkGet([
    languagesNameOf(attemptId),
    positionNameOf(attemptId),
  ])
  return {
    languageOf: (languages?.value as Record<number, number> | undefined) ?? {},
    position: position?.value,
  }
}

/** A comfort: where it cannot be kept, the problem opens in its first language. */
export const keepLanguages = async (
  db: LocalDatabase,
  attemptId: string,
  value: Record<number, number>,
): Promise<void> => {
  await db.settings.put({ name: languagesNameOf(attemptId), value }).catch(() => {})
}

/** A comfort: where it cannot be kept, the test opens at its front. */
export const keepPosition = async (db: LocalDatabase, attemptId: string, value: object): Promise<void> => {
  await db.settings.put({ name: positionNameOf(attemptId), value }).catch(() => {})
}

const noticesNameOf = (attemptId: string): string => `notices:${attemptId}`

/** The words of staff, as far as this device has heard of them. */
export const readNotices = async (db: LocalDatabase, attemptId: string): Promise<NoticeView[]> =>
  ((await db.settings.get(noticesNameOf(attemptId)))?.value as NoticeView[] | undefined) ?? []

/** A comfort of a reload without the network: the server keeps them. */
export const keepNotices = async (
  db: LocalDatabase,
  attemptId: string,
  value: readonly NoticeView[],
): Promise<void> => {
  await db.settings.put({ name: noticesNameOf(attemptId), value }).catch(() => {})
}
