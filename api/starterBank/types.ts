import type { QuestionKind } from '#contract/questionKinds.ts'

/** The shape of the demonstration questions that a fresh installation can be filled with. */
export type Difficulty = 'easy' | 'medium' | 'hard'

export interface BankTest {
  input: string
  output: string
  marks: number
  isSample: boolean
}

export interface BankProblem {
  slug: string
  /** 5–70 characters */
  title: string
  /** Markdown, 10–1000 characters */
  description: string
  difficulty: Difficulty
  tags: string[]
  timeInMinutes: number
  submissionCount: number
  checker: 'exact' | 'tokens' | 'float'
  templates: { javascript: string; python: string }
  /** Full programs that pass every test */
  reference: { javascript: string; python: string }
  tests: BankTest[]
}

export interface BankOption {
  description: string
  isAnswer: boolean
  /** File name in images/ */
  image?: string
}

export interface BankQuestion {
  slug: string
  /** Markdown, 10–350 characters */
  description: string
  marks: number
  timeInSeconds: number
  difficulty: Difficulty
  tags: string[]
  kind: QuestionKind
  /** File name in images/ */
  image?: string
  imageAlt?: string
  options: BankOption[]
}
