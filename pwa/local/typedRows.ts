import type { LocalDatabase } from './database.ts'
import { isWhole, type LastWords } from './lastWords.ts'

/**
 * What is being typed, as it stood a second ago: one row a program, written over, beside the log. A page that is killed in
 * the midst of typing leaves it, and the next one takes it for its last words; where the log has something newer it says
 * nothing.
 */

const prefixOf = (attemptId: string): string => `typing:${attemptId}:`

export const keepTyped = (db: LocalDatabase, attemptId: string, words: LastWords) =>
  db.settings.put({ name: `${prefixOf(attemptId)}${words.problemId}:${words.languageId}`, value: words })

export async function readTyped(db: LocalDatabase, attemptId: string): Promise<LastWords[]> {
  const rows = await db.settings.where('name').startsWith(prefixOf(attemptId)).toArray()
  return rows.map(({ value }) => value as LastWords).filter((words) => words !== null && isWhole(words))
}

export const dropTyped = (db: LocalDatabase, attemptId: string): Promise<number> =>
  db.settings.where('name').startsWith(prefixOf(attemptId)).delete()
