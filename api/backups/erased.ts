import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { flushFolder } from '../kit/wholeFile.ts'

/**
 * The list of people who were erased, a line each, without anything of the person: it lies in the data directory and beside
 * the backups, and a restore erases whoever is on it again.
 */
const ERASED = 'erased.jsonl'

const erasure = z.object({
  /** The person by a mark that only this installation's keys can make, of organization and address. */
  person: z.string(),
  /** The time of it: a person who is invited anew later is somebody else. In milliseconds. */
  erased_at: z.int(),
})
export type Erasure = z.infer<typeof erasure>

const lineOf = ({ person, erased_at }: Erasure): string => JSON.stringify({ person, erased_at })

/** @returns those in the list of a folder; none where it has no list */
export async function readErased(folder: string): Promise<Erasure[]> {
  const text = await readFile(join(folder, ERASED), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').flatMap((line) => {
    try {
      return [erasure.parse(JSON.parse(line))]
    } catch {
      // The last line, where its writing was cut off: it was written again.
      return []
    }
  })
}

/** Adds to the list of a folder those that it lacks. Durable when it resolves. */
export async function addErased(folder: string, more: readonly Erasure[]): Promise<void> {
  const there = new Set((await readErased(folder)).map(lineOf))
  const lines = more.map(lineOf).filter((line) => !there.has(line))
  if (lines.length === 0) return
  // A line of its own, whatever the one before looks like.
  await appendFile(join(folder, ERASED), `\n${lines.join('\n')}\n`, { mode: 0o600, flush: true })
  await flushFolder(folder)
}
