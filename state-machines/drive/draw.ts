import { consoleTexts as t } from '#contract/consoleTexts.ts'
import type { CountHash } from '#contract/forms/assessment.ts'
import { shuffled } from '../attempt/shuffle.ts'
import type { Sections } from './policy.ts'

/** How an assessment is drawn from the bank: by difficulty, from a stored seed. Form and server count the same way. */

export const LEVELS = ['easy', 'medium', 'hard'] as const
export type Level = (typeof LEVELS)[number]

/** No assessment ends by itself: its links do. The last day that every calendar knows, in milliseconds since 1970. */
export const ALWAYS_OPEN_UNTIL = Date.UTC(9999, 11, 31, 23, 59, 59)

export const NO_COUNTS: CountHash = { easy: 0, medium: 0, hard: 0 }

/** One item that can be drawn; its difficulty as the bank names it. */
export interface Drawable {
  id: number
  difficulty: string
}

/** The level a difficulty counts for, however its case is written; null for names beyond the three. */
export function levelOf(difficulty: string): Level | null {
  const name = difficulty.trim().toLowerCase()
  return LEVELS.find((level) => level === name) ?? null
}

/** How many there are of each level. */
export function availableOf(items: readonly Pick<Drawable, 'difficulty'>[]): CountHash {
  const counts = { ...NO_COUNTS }
  for (const item of items) {
    const level = levelOf(item.difficulty)
    if (level) counts[level]++
  }
  return counts
}

/**
 * Draws so many of each level, easy ones first. The same seed, items and counts give the same list, in whatever order
 * the items come; none is drawn twice. A level with too few items is drawn whole, so ask `shortOf` first.
 */
export function draw(seed: string, items: readonly Drawable[], counts: CountHash): number[] {
  const sorted = items.toSorted((a, b) => a.id - b.id)
  return LEVELS.flatMap((level) =>
    shuffled(
      sorted.filter((item) => levelOf(item.difficulty) === level).map((item) => item.id),
      `${seed} ${level}`,
    ).slice(0, counts[level]),
  )
}

/** The levels of which more are asked for than there are. */
export const shortOf = (counts: CountHash, available: CountHash): Level[] =>
  LEVELS.filter((level) => counts[level] > available[level])

export const sumOf = (counts: CountHash): number => LEVELS.reduce((sum, level) => sum + counts[level], 0)

export const isSameCount = (one: CountHash, other: CountHash): boolean =>
  LEVELS.every((level) => one[level] === other[level])

/** Counts of both sections, under the names the calls give them. */
export interface BothCounts {
  problem_count_hash: CountHash
  mcq_count_hash: CountHash
}

/** The counts that are drawn: those of a section the organization may not use count for nothing. */
export const countedOf = (counts: BothCounts, allowed: Sections): BothCounts => ({
  problem_count_hash: allowed.allow_coding ? counts.problem_count_hash : NO_COUNTS,
  mcq_count_hash: allowed.allow_mcq ? counts.mcq_count_hash : NO_COUNTS,
})

/**
 * The errors of the counts, by field: more than there are at the level itself, nothing at all at the first section that
 * is allowed.
 */
export function countErrors(
  counts: BothCounts,
  available: BothCounts,
  allowed: Sections,
): Record<string, string> {
  const counted = countedOf(counts, allowed)
  const errors: Record<string, string> = {}
  for (const name of ['problem_count_hash', 'mcq_count_hash'] as const)
    for (const level of shortOf(counted[name], available[name])) errors[`${name}.${level}`] = t.countTooMany
  if (sumOf(counted.problem_count_hash) + sumOf(counted.mcq_count_hash) < 1)
    errors[allowed.allow_coding ? 'problem_count_hash' : 'mcq_count_hash'] = t.countRequired
  return errors
}
