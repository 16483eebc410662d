import { problemSample, problemsCsv, questionSample, questionsCsv } from '../services/bankFiles/exporting.ts'
import { type HowToImport, importProblems, importQuestions } from '../services/bankFiles/importing.ts'
import { exportPackage, importPackage } from '../services/packages/packages.ts'
import type { Handlers } from './handler.ts'

export const bankFileHandlers: Handlers<
  | 'getProblemSample'
  | 'getProblemsCsv'
  | 'postProblemsImport'
  | 'getQuestionSample'
  | 'getQuestionsCsv'
  | 'postQuestionsImport'
  | 'postPackageImport'
  | 'getProblemPackage'
> = {
  getProblemSample: async () => ({ data: problemSample() }),
  getProblemsCsv: async ({ ctx, actor, query }) => ({ data: await problemsCsv(ctx, actor, query) }),
  async postProblemsImport({ ctx, actor, body, file }) {
    const { words, ...data } = await importProblems(ctx, actor, file, howOf(body))
    return { data, message: messageOf(said(data.imported, 'problem'), words) }
  },
  getQuestionSample: async () => ({ data: questionSample() }),
  getQuestionsCsv: async ({ ctx, actor, query }) => ({ data: await questionsCsv(ctx, actor, query) }),
  async postQuestionsImport({ ctx, actor, body, file }) {
    const { words, ...data } = await importQuestions(ctx, actor, file, howOf(body))
    return { data, message: messageOf(said(data.imported, 'MCQ'), words) }
  },
  async postPackageImport({ ctx, actor, file }) {
    return { data: await importPackage(ctx, actor, file), message: said(1, 'problem') }
  },
  getProblemPackage: async ({ ctx, actor, params }) => ({ data: await exportPackage(ctx, actor, params.id) }),
}

const howOf = ({ only_good, ask }: Record<'only_good' | 'ask', 'true' | 'false'>): HowToImport => ({
  onlyGood: only_good === 'true',
  asks: ask === 'true',
})

/** The number alone is no sentence; with others behind it, it is one. */
const messageOf = (counted: string, words: readonly string[]): string =>
  words.length === 0 ? counted : [`${counted}.`, ...words].join(' ')

const said = (n: number, noun: string): string =>
  n === 1 ? `1 ${noun} imported successfully` : `${n.toLocaleString('en')} ${noun}s imported successfully`
