import type { QuestionType } from '#contract/forms/drive.ts'

export const questionTypes = [
  { value: 'problems', label: 'Coding problems' },
  { value: 'mcq', label: 'MCQs' },
  { value: 'problems_mcq', label: 'Coding problems and MCQs' },
] satisfies { value: QuestionType; label: string }[]
