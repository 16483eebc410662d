import type { ReactNode } from 'react'
import type { CallName } from '#contract/paths.ts'
import type { ChosenItem } from '#machines/drive/form.ts'
import { OptionsTable } from '../../bank/OptionsTable.tsx'
import { StatementSection } from '../../bank/StatementSection.tsx'
import type { ProblemCard, ProblemView, QuestionCard, QuestionView } from '../../views.ts'

/** One row of a picker. */
export interface BankItem extends ChosenItem {
  tags: readonly string[]
  timesAsked: number
  instituteIds: readonly number[]
}

/** Where a picker's rows come from, and what they are called. */
export interface Source {
  call: CallName
  /** 'problem' */
  noun: string
  column: string
  empty: string
  rows: (page: unknown) => BankItem[]
  total: (page: unknown) => number
  /** One of them as a whole: what is asked for, and how its answer is shown. */
  preview: { call: CallName; show: (answer: unknown) => ReactNode }
}

export const problemSource: Source = {
  call: 'getProblemsList',
  noun: 'problem',
  column: 'Problem',
  empty: 'Problems Not Found',
  rows: (page) =>
    (page as { problems: ProblemCard[] }).problems.map((row) => ({
      id: row.id,
      name: row.title,
      difficulty: row.difficulty,
      seconds: row.time_in_minutes * 60,
      marks: row.marks,
      tags: row.tags,
      timesAsked: row.times_asked,
      instituteIds: row.asked_institute_ids,
    })),
  total: (page) => (page as { total: number }).total,
  preview: {
    call: 'getProblem',
    show: (answer) => {
      const { problem } = answer as { problem: ProblemView }
      return (
        <StatementSection
          text={problem.description}
          image={problem.image_url}
          imageAlt={problem.image_alt}
          otherwise={`Picture of ${problem.title}`}
        />
      )
    },
  },
}

export const questionSource: Source = {
  call: 'getAdminQuestions',
  noun: 'MCQ',
  column: 'MCQ',
  empty: 'MCQs Not Found',
  rows: (page) =>
    (page as { questions: QuestionCard[] }).questions.map((row) => ({
      id: row.id,
      name: row.description,
      difficulty: row.difficulty_list[0] ?? '-',
      seconds: row.time_in_seconds,
      marks: row.marks,
      tags: row.tag_list,
      timesAsked: row.times_asked,
      instituteIds: row.asked_institute_ids,
    })),
  total: (page) => (page as { total: number }).total,
  preview: {
    call: 'getQuestion',
    show: (answer) => {
      const { question } = answer as { question: QuestionView }
      return (
        <>
          <StatementSection
            text={question.description}
            image={question.image_url}
            imageAlt={question.image_alt}
            otherwise="Diagram of the question"
          />
          <OptionsTable options={question.options} />
        </>
      )
    },
  },
}
