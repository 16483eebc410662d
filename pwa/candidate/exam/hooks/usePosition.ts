import { useCallback, useEffect, useMemo, useState } from 'react'
import type { TestContent } from '#pwa/attempt/api.ts'
import {
  afterSaved,
  type ExamPosition,
  type ExamSection,
  type PositionFacts,
  readPosition,
  settle,
  toggleFlag,
  writePosition,
} from './position.ts'
import { useAttemptClient } from './useAttempt.ts'

export interface PositionControl extends ExamPosition {
  showSection: (section: ExamSection) => void
  showProblem: (id: number) => void
  showQuestion: (id: number) => void
  /** One item back or on within the section. */
  step: (by: -1 | 1) => void
  /** On from a question that was just saved. */
  goOnFrom: (questionId: number) => void
  /** Flags the open item to come back to, or takes the flag away. */
  flag: () => void
}

export function usePosition(content: TestContent): PositionControl {
  const actor = useAttemptClient()
  const { view, problems, questions } = content
  const facts = useMemo<PositionFacts>(
    () => ({
      allowCoding: view.drive.allow_coding,
      allowMcq: view.drive.allow_mcq,
      problemIds: problems.map((problem) => problem.id),
      questionIds: questions.map((question) => question.id),
    }),
    [view, problems, questions],
  )
  const [position, setPosition] = useState(() =>
    settle(readPosition(view.candidate_id, actor.keptPosition), facts),
  )
  useEffect(
    () => writePosition(view.candidate_id, position, (kept) => actor.keepPosition(kept)),
    [actor, view.candidate_id, position],
  )

  const go = useCallback(
    (change: Partial<ExamPosition>) => setPosition((before) => settle({ ...before, ...change }, facts)),
    [facts],
  )
  const step = useCallback(
    (by: -1 | 1) =>
      setPosition((before) => {
        const coding = before.section === 'problems'
        const ids = coding ? facts.problemIds : facts.questionIds
        const here = ids.indexOf((coding ? before.problemId : before.questionId) ?? -1)
        const next = ids[here + by]
        if (next === undefined) return before
        return settle({ ...before, ...(coding ? { problemId: next } : { questionId: next }) }, facts)
      }),
    [facts],
  )
  const goOnFrom = useCallback(
    (questionId: number) => setPosition((before) => afterSaved(before, questionId, facts)),
    [facts],
  )
  return useMemo(
    () => ({
      ...position,
      showSection: (section: ExamSection) => go({ section }),
      showProblem: (problemId: number) => go({ section: 'problems', problemId }),
      showQuestion: (questionId: number) => go({ section: 'mcqs', questionId }),
      step,
      goOnFrom,
      flag: () => setPosition(toggleFlag),
    }),
    [position, go, step, goOnFrom],
  )
}
