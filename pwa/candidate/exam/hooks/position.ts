import { ownKeys } from '#pwa/attempt/storageKeys.ts'
import { readStoredJson, writeText } from '../../stored.ts'

/** A person's place in the test: after a reload or a crash the same question is open again. */

export type ExamSection = 'problems' | 'mcqs'

export interface ExamPosition {
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
export function readPosition(candidateId: number, kept: unknown): Partial<ExamPosition> {
  // The device's database is on disk at once; the browser's small storage may lose its last seconds in a crash.
  const raw =
    typeof kept === 'object' && kept !== null
      ? ({ ...kept } as Record<string, unknown>)
      : readStoredJson(ownKeys.position)
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
export function writePosition(
  candidateId: number,
  position: ExamPosition,
  keep: (kept: object) => void,
): void {
  const kept = { candidateId, ...position }
  writeText(ownKeys.position, JSON.stringify(kept))
  keep(kept)
}

const known = (ids: readonly number[], id: number | null | undefined): number | null =>
  id !== null && id !== undefined && ids.includes(id) ? id : (ids[0] ?? null)
const withId = (ids: readonly number[], id: number | null): readonly number[] =>
  id === null || ids.includes(id) ? ids : [...ids, id]

export interface PositionFacts {
  allowCoding: boolean
  allowMcq: boolean
  problemIds: readonly number[]
  questionIds: readonly number[]
}

/**
 * After a question was saved the next one is open; not where the person went elsewhere while it was written, and never
 * in the other section.
 */
export function afterSaved(position: ExamPosition, questionId: number, facts: PositionFacts): ExamPosition {
  const next = facts.questionIds[facts.questionIds.indexOf(questionId) + 1]
  if (position.questionId !== questionId || next === undefined) return position
  return settle({ ...position, questionId: next }, facts)
}

const toggled = (ids: readonly number[], id: number | null): readonly number[] =>
  id !== null && ids.includes(id) ? ids.filter((other) => other !== id) : withId(ids, id)

/** The item that is open gets a flag, or loses it. */
export function toggleFlag(position: ExamPosition): ExamPosition {
  return position.section === 'problems'
    ? { ...position, flaggedProblems: toggled(position.flaggedProblems, position.problemId) }
    : { ...position, flaggedQuestions: toggled(position.flaggedQuestions, position.questionId) }
}

/** A place that exists in this test, with what it shows marked as seen. Coding comes first by default. */
export function settle(position: Partial<ExamPosition>, facts: PositionFacts): ExamPosition {
  const allowed: ExamSection[] = [
    ...(facts.allowCoding ? (['problems'] as const) : []),
    ...(facts.allowMcq ? (['mcqs'] as const) : []),
  ]
  const section =
    position.section && allowed.includes(position.section) ? position.section : (allowed[0] ?? 'problems')
  const problemId = known(facts.problemIds, position.problemId)
  const questionId = known(facts.questionIds, position.questionId)
  return {
    section,
    problemId,
    questionId,
    seenProblems: withId(position.seenProblems ?? [], section === 'problems' ? problemId : null),
    seenQuestions: withId(position.seenQuestions ?? [], section === 'mcqs' ? questionId : null),
    flaggedProblems: position.flaggedProblems ?? [],
    flaggedQuestions: position.flaggedQuestions ?? [],
  }
}
