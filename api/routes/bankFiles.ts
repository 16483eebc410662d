import { problemSample, problemsCsv, questionSample, questionsCsv } from '../services/bankFiles/exporting.ts'
import {
  type HowToImport,
  importProblems,
  importQuestions,
  previewImport,
} from '../services/bankFiles/importing.ts'
import { exportPackage, importPackage } from '../services/packages/packages.ts'
import type { Handlers } from './handler.ts'

export const bankFileHandlers: Handlers<
  | 'getProblemSample'
  | 'getProblemsCsv'
  | 'postProblemsImport'
  | 'postProblemsImportPreview'
  | 'getQuestionSample'
  | 'getQuestionsCsv'
  | 'postQuestionsImport'
  | 'postQuestionsImportPreview'
  | 'postPackageImport'
  | 'getProblemPackage'
> = {
  getProblemSample: async () => ({ data: problemSample() }),
  getProblemsCsv: async ({ ctx, actor, query }) => ({ data: await problemsCsv(ctx, actor, query) }),
  async postProblemsImport({ ctx, actor, body, file }) {
    const { words, ...data } = await importProblems(ctx, actor, file, howOf(body))
    return { data, message: messageOf(said(data.imported, 'problem'), words) }
  },
  postProblemsImportPreview: async ({ actor, file }) => ({
    data: await previewImport(actor, 'problem', file),
  }),
  getQuestionSample: async () => ({ data: questionSample() }),
  getQuestionsCsv: async ({ ctx, actor, query }) => ({ data: await questionsCsv(ctx, actor, query) }),
  async postQuestionsImport({ ctx, actor, body, file }) {
    const { words, ...data } = await importQuestions(ctx, actor, file, howOf(body))
    return { data, message: messageOf(said(data.imported, 'MCQ'), words) }
  },
  postQuestionsImportPreview: async ({ actor, file }) => ({
    data: await previewImport(actor, 'question', file),
  }),
  async postPackageImport({ ctx, actor, body, file }) {
    const onlyGood = body.only_good === 'true'
    return { data: await importPackage(ctx, actor, file, { onlyGood }), message: said(1, 'problem') }
  },
  getProblemPackage: async ({ ctx, actor, params }) => ({ data: await exportPackage(ctx, actor, params.id) }),
}

interface Asked extends Pick<HowToImport, 'mapping'> {
  only_good: 'true' | 'false'
  ask: 'true' | 'false'
}

const howOf = ({ only_good, ask, mapping }: Asked): HowToImport => ({
  onlyGood: only_good === 'true',
  asks: ask === 'true',
  mapping,
})

/** The number alone is no sentence; with others behind it, it is one. */
const messageOf = (counted: string, words: readonly string[]): string =>
  words.length === 0 ? counted : [`${counted}.`, ...words].join(' ')

const said = (n: number, noun: string): string =>
  n === 1 ? `1 ${noun} imported successfully` : `${n.toLocaleString('en')} ${noun}s imported successfully`
