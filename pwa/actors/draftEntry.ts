import { codeKey } from '#contract/ops.ts'
import type { NewEntry } from '../local/log.ts'

/** A draft as the log takes it. */
export const draftEntry = (problemId: number, languageId: number, text: string): NewEntry => ({
  type: 'draft',
  key: codeKey(problemId, languageId),
  body: { problem_id: problemId, language_id: languageId, answer: text },
})
