import { ownKeys } from '#pwa/attempt/storageKeys.ts'
import { readStoredJson, writeText } from '../../stored.ts'

/** A person's place in the test: after a reload or a crash the same question is open again. */

export type ExamSection = 'problems' | 'mcqs'

export interface ExamPlace {
  section: ExamSection
  problemId: number | null
  questionId: number | null
  seenProblems: readonly number[]
  seenQuestions: readonly number[]
  /** The items the person wants to come back to; told to nobody. */
  flaggedProblems: readonly number[]
  flaggedQuestions: readonly number[]
}

const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((item): item is number => typeof item === 'number') : []
const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** @param candidateId whose place it must be; another candidate on the same computer starts at the front */
export function readPlace(candidateId: number, kept: unknown): Partial<ExamPlace> {
  // The device's database is on disk at once; the browser's small storage may lose its last seconds in a crash.
  const raw =
    typeof kept === 'object' && kept !== null
      ? ({ ...kept } as Record<string, unknown>)
      : readStoredJson(ownKeys.place)
  if (raw.candidateId !== candidateId) return {}
  return {
    section: raw.section === 'mcqs' || raw.section === 'problems' ? raw.section : undefined,
    problemId: numberOrNull(raw.problemId),
    questionId: numberOrNull(raw.questionId),
    seenProblems: numbers(raw.seenProblems),
    seenQuestions: numbers(raw.seenQuestions),
    flaggedProblems: numbers(raw.flaggedProblems),
    flaggedQuestions: numbers(raw.flaggedQuestions),
  }
}

/** @param keep writes it to the device's database */
export function writePlace(candidateId: number, place: ExamPlace, keep: (kept: object) => void): void {
  const kept = { candidateId, ...place }
  writeText(ownKeys.place, JSON.stringify(kept))
  keep(kept)
}

const known = (ids: readonly number[], id: number | null | undefined): number | null =>
  id !== null && id !== undefined && ids.includes(id) ? id : (ids[0] ?? null)
const withId = (ids: readonly number[], id: number | null): readonly number[] =>
  id === null || ids.includes(id) ? ids : [...ids, id]

export interface PlaceFacts {
  allowCoding: boolean
  allowMcq: boolean
  problemIds: readonly number[]
  questionIds: readonly number[]
}

/**
 * After a question was saved the next one is open; not where the person went elsewhere while it was written, and never
 * in the other section.
 */
export function afterSaved(place: ExamPlace, questionId: number, facts: PlaceFacts): ExamPlace {
  const next = facts.questionIds[facts.questionIds.indexOf(questionId) + 1]
  if (place.questionId !== questionId || next === undefined) return place
  return settle({ ...place, questionId: next }, facts)
}

const toggled = (ids: readonly number[], id: number | null): readonly number[] =>
  id !== null && ids.includes(id) ? ids.filter((other) => other !== id) : withId(ids, id)

/** The item that is open gets a flag, or loses it. */
export function toggleFlag(place: ExamPlace): ExamPlace {
  return place.section === 'problems'
    ? { ...place, flaggedProblems: toggled(place.flaggedProblems, place.problemId) }
    : { ...place, flaggedQuestions: toggled(place.flaggedQuestions, place.questionId) }
}

/** A place that exists in this test, with what it shows marked as seen. Coding comes first by default. */
export function settle(place: Partial<ExamPlace>, facts: PlaceFacts): ExamPlace {
  const allowed: ExamSection[] = [
    ...(facts.allowCoding ? (['problems'] as const) : []),
    ...(facts.allowMcq ? (['mcqs'] as const) : []),
  ]
  const section =
    place.section && allowed.includes(place.section) ? place.section : (allowed[0] ?? 'problems')
  const problemId = known(facts.problemIds, place.problemId)
  const questionId = known(facts.questionIds, place.questionId)
  return {
    section,
    problemId,
    questionId,
    seenProblems: withId(place.seenProblems ?? [], section === 'problems' ? problemId : null),
    seenQuestions: withId(place.seenQuestions ?? [], section === 'mcqs' ? questionId : null),
    flaggedProblems: place.flaggedProblems ?? [],
    flaggedQuestions: place.flaggedQuestions ?? [],
  }
}
