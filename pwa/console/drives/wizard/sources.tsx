import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ChosenItem } from '#machines/drive/form.ts'
import type { BankListQuery } from '../../bank/list/filters.tsx'
import { OptionsTable } from '../../bank/list/OptionsTable.tsx'
import { StatementSection } from '../../bank/list/StatementSection.tsx'
import { queryOf } from '../../kit/http/queryOf.ts'
import { type InfiniteList, useInfiniteList } from '../../kit/list/useInfiniteList.ts'

/** One row of a picker. */
export interface BankItem extends ChosenItem {
  tags: readonly string[]
  timesAsked: number
  instituteIds: readonly number[]
}

/** The source of a picker's rows, and the words for them. */
export interface Source {
  /** 'problem' */
  noun: string
  column: string
  empty: string
  useItems: (query: BankListQuery) => InfiniteList<BankItem>
  /** One of them as a whole, as it is shown. */
  usePreview: (id: number) => UseQueryResult<ReactNode>
}

export const problemSource: Source = {
  noun: 'problem',
  column: 'Problem',
  empty: 'Problems Not Found',
  useItems: (query) =>
    useInfiniteList({
      call: 'getProblemsList',
      query,
      rows: ({ problems }) =>
        problems.map((row) => ({
          id: row.id,
          name: row.title,
          difficulty: row.difficulty,
          seconds: row.time_in_minutes * 60,
          marks: row.marks,
          tags: row.tags,
          timesAsked: row.times_asked,
          instituteIds: row.asked_institute_ids,
        })),
      total: ({ total }) => total,
    }),
  usePreview: (id) =>
    useQuery({
      ...queryOf('getProblem', { params: { id } }),
      select: ({ problem }): ReactNode => (
        <StatementSection
          text={problem.description}
          pictures={problem.pictures}
          image={problem.image_url}
          imageAlt={problem.image_alt}
          otherwise={`Picture of ${problem.title}`}
        />
      ),
    }),
}

export const questionSource: Source = {
  noun: 'MCQ',
  column: 'MCQ',
  empty: 'MCQs Not Found',
  useItems: (query) =>
    useInfiniteList({
      call: 'getAdminQuestions',
      query,
      rows: ({ questions }) =>
        questions.map((row) => ({
          id: row.id,
          name: row.description,
          difficulty: row.difficulty_list[0] ?? '-',
          seconds: row.time_in_seconds,
          marks: row.marks,
          tags: row.tag_list,
          timesAsked: row.times_asked,
          instituteIds: row.asked_institute_ids,
        })),
      total: ({ total }) => total,
    }),
  usePreview: (id) =>
    useQuery({
      ...queryOf('getQuestion', { params: { id } }),
      select: ({ question }): ReactNode => (
        <>
          <StatementSection
            text={question.description}
            image={question.image_url}
            imageAlt={question.image_alt}
            otherwise="Diagram of the question"
          />
          <OptionsTable options={question.options} />
        </>
      ),
    }),
}
