import { z } from 'zod'
import { CSV_MAX_BYTES, PACKAGE_MAX_BYTES, PROBLEM_BODY_MAX_BYTES } from '../constants.ts'
import type { Endpoint } from '../endpoint.ts'
import * as form from '../forms/bank.ts'
import { importMappingField } from '../forms/importMapping.ts'
import { changedQuestionBody, newQuestionBody } from '../forms/question.ts'
import type { CallName } from '../paths.ts'
import { id, idList, limit, limitOrAll, nameList, offset, pathId, search } from '../primitives.ts'
import * as view from '../views/bank.ts'
import { problemCard, questionCard } from '../views/drive.ts'

const oneId = z.object({ id: pathId })
const gone = z.object({ id })
const filter = { search, difficulty_list: nameList, tag_list: nameList }
const oneProblem = z.object({ problem: view.bankProblemView })
const oneTest = z.object({ test_case: view.testCaseView })
const oneTemplate = z.object({ template: view.bankTemplateView })
const oneQuestion = z.object({ question: view.bankQuestionView })
/** The address a picture is put to; without the query it is what the form then names. */
const uploadAddress = z.object({ url: z.string() })
/** A file of one's own: 'true' leaves out the rows that are wrong instead of refusing all. */
const yesOrNo = z.enum(['true', 'false']).default('false')
/**
 * `only_good`: what is right of a file with errors. `ask`: 409 where rows stand in the bank already, and none is taken.
 * `mapping`: which column is which, where the file's own names do not say so.
 */
const importBody = z.strictObject({
  only_good: yesOrNo,
  ask: yesOrNo,
  mapping: importMappingField.optional(),
})
const csvFile = (summary: string) =>
  ({
    who: 'admin',
    summary,
    output: z.unknown(),
    file: 'text/csv; charset=utf-8',
  }) as const satisfies Endpoint
const csvImport = (summary: string) =>
  ({
    who: 'admin',
    summary,
    body: importBody,
    upload: true,
    maxBytes: CSV_MAX_BYTES,
    output: view.importView,
    errors: ['import_rows', 'too_many_requests'],
  }) as const satisfies Endpoint
const csvPreview = (summary: string) =>
  ({
    who: 'admin',
    summary,
    body: z.strictObject({}),
    upload: true,
    maxBytes: CSV_MAX_BYTES,
    output: view.importPreview,
    errors: ['too_many_requests'],
  }) as const satisfies Endpoint

/** The bank: problems with tests and templates, questions, and their files. */
export const bankEndpoints = {
  getProblems: {
    who: 'admin',
    summary: "The bank's problems, newest first",
    query: z.object({ ...filter, offset, limit }),
    output: z.object({ problems: z.array(problemCard), total: z.number() }),
  },
  getProblemsList: {
    who: 'admin',
    summary: "The bank's problems for a drive's picker",
    query: z.object({ ...filter, offset, limit: limitOrAll }),
    output: z.object({ problems: z.array(problemCard), total: z.number() }),
  },
  getUnrunLanguages: {
    who: 'admin',
    summary: 'The languages that some problems have code or limits in and no engine of this server runs',
    query: z.object({ ids: idList }),
    output: z.object({ languages: z.array(view.unrunLanguage) }),
    errors: ['not_found'],
  },
  getProblem: {
    who: 'admin',
    summary: 'One problem with its tests, templates and where it was asked',
    params: oneId,
    output: oneProblem,
    errors: ['not_found'],
  },
  postProblem: {
    who: 'admin',
    summary: 'Adds a problem with its tests',
    body: form.newProblemBody,
    maxBytes: PROBLEM_BODY_MAX_BYTES,
    output: oneProblem,
    errors: ['conflict'],
  },
  putProblem: {
    who: 'admin',
    summary: 'Changes a problem; attempts that are running keep the version they began with',
    params: oneId,
    body: form.changedProblemBody,
    maxBytes: PROBLEM_BODY_MAX_BYTES,
    output: oneProblem,
    errors: ['not_found', 'conflict'],
  },
  deleteProblem: {
    who: 'admin',
    summary: 'Takes a problem out of the bank; drives that ask it keep it',
    params: oneId,
    output: gone,
    errors: ['not_found', 'conflict'],
  },
  getProblemImageUrl: {
    who: 'admin',
    summary: "An upload address for a problem's picture, valid for ten minutes",
    output: uploadAddress,
    errors: ['too_many_requests'],
  },
  getTestCases: {
    who: 'admin',
    summary: "A problem's active tests",
    params: oneId,
    output: z.object({ test_cases: z.array(view.testCaseView) }),
    errors: ['not_found'],
  },
  postTestCase: {
    who: 'admin',
    summary: 'Adds a test to a problem',
    body: form.newTestCaseBody,
    maxBytes: PROBLEM_BODY_MAX_BYTES,
    output: oneTest,
    errors: ['not_found'],
  },
  putTestCase: {
    who: 'admin',
    summary: 'Changes a test, or deactivates it; the last one stays',
    params: oneId,
    body: form.changedTestCaseBody,
    maxBytes: PROBLEM_BODY_MAX_BYTES,
    output: oneTest,
    errors: ['not_found'],
  },
  postCheck: {
    who: 'admin',
    summary:
      'Runs a program on tests that need not be saved: the reference solution, or a try as a candidate',
    body: form.checkBody,
    maxBytes: PROBLEM_BODY_MAX_BYTES,
    output: z.object({ check: view.checkView }),
    errors: ['not_found', 'too_many_requests'],
  },
  getCheck: {
    who: 'admin',
    summary: 'The progress of such a run, test by test',
    params: oneId,
    output: z.object({ check: view.checkView }),
    errors: ['not_found'],
  },

  getTemplates: {
    who: 'admin',
    summary: "A problem's templates; without a problem, the organization's defaults",
    query: z.object({ problem_id: pathId.optional() }),
    output: z.object({ templates: z.array(view.bankTemplateView) }),
    errors: ['not_found'],
  },
  postTemplate: {
    who: 'admin',
    summary: "Adds a problem's starter code in a language",
    body: form.templateBody,
    output: oneTemplate,
    errors: ['not_found', 'conflict'],
  },
  putTemplate: {
    who: 'admin',
    summary: "Changes a problem's starter code",
    params: oneId,
    body: form.templateBody,
    output: oneTemplate,
    errors: ['not_found', 'conflict'],
  },
  deleteTemplate: {
    who: 'admin',
    summary: "Deletes starter code, a problem's or a default",
    params: oneId,
    output: gone,
    errors: ['not_found'],
  },
  postDefaultTemplate: {
    who: 'admin',
    summary: "Adds the organization's starter code in a language",
    body: form.defaultTemplateBody,
    output: oneTemplate,
    errors: ['not_found', 'conflict'],
  },
  putDefaultTemplate: {
    who: 'admin',
    summary: "Changes the organization's starter code in a language",
    params: oneId,
    body: form.defaultTemplateBody,
    output: oneTemplate,
    errors: ['not_found', 'conflict'],
  },

  getRejudges: {
    who: 'admin',
    summary: "A drive's rejudged problems, newest first",
    params: z.object({ driveId: pathId }),
    output: z.object({ rejudges: z.array(view.rejudgeView) }),
    errors: ['not_found'],
  },
  postRejudge: {
    who: 'admin',
    summary: 'Judges the submissions for a problem of a drive by its newest version; changes nothing yet',
    params: z.object({ driveId: pathId }),
    body: z.strictObject({ problem_id: id }),
    output: z.object({ rejudge: view.rejudgeView }),
    errors: ['not_found', 'conflict'],
  },
  getRejudge: {
    who: 'admin',
    summary: 'The progress of a rejudge, with the marks before and after',
    params: oneId,
    output: z.object({ rejudge: view.rejudgeView, rows: z.array(view.rejudgeRow) }),
    errors: ['not_found'],
  },
  postRejudgeApply: {
    who: 'admin',
    summary: 'Makes the new marks count; audited',
    params: oneId,
    body: z.strictObject({}),
    output: z.object({ rejudge: view.rejudgeView }),
    errors: ['not_found', 'conflict'],
  },
  deleteRejudge: {
    who: 'admin',
    summary: 'Discards the new marks',
    params: oneId,
    output: gone,
    errors: ['not_found', 'conflict'],
  },

  getAdminQuestions: {
    who: 'admin',
    summary: "The bank's questions",
    query: z.object({ ...filter, offset, limit: limitOrAll }),
    output: z.object({ questions: z.array(questionCard), total: z.number() }),
  },
  getQuestion: {
    who: 'admin',
    summary: 'One question with its options and where it was asked',
    params: oneId,
    output: oneQuestion,
    errors: ['not_found'],
  },
  postQuestion: {
    who: 'admin',
    summary: 'Adds a question with its options',
    body: newQuestionBody,
    output: oneQuestion,
    errors: ['conflict'],
  },
  putQuestion: {
    who: 'admin',
    summary: 'Changes a question; attempts that are running keep the version they began with',
    params: oneId,
    body: changedQuestionBody,
    output: oneQuestion,
    errors: ['not_found', 'conflict'],
  },
  deleteQuestion: {
    who: 'admin',
    summary: 'Takes a question out of the bank; drives that ask it keep it',
    params: oneId,
    output: gone,
    errors: ['not_found', 'conflict'],
  },
  postQuestionImageUrl: {
    who: 'admin',
    summary: "An upload address for a question's or an option's picture, valid for ten minutes",
    body: z.strictObject({ image_for: z.enum(['question', 'option']) }),
    output: uploadAddress,
    errors: ['too_many_requests'],
  },

  getProblemSample: csvFile('A sample file of problems to import'),
  getProblemsCsv: {
    ...csvFile("The bank's problems as a file that can be imported, or a zip of several"),
    query: z.object(filter),
  },
  postProblemsImport: csvImport('Imports problems from a CSV file: all rows or none'),
  postProblemsImportPreview: csvPreview('How a CSV file of problems would be read; nothing is imported'),
  getQuestionSample: csvFile('A sample file of questions to import'),
  getQuestionsCsv: {
    ...csvFile("The bank's questions as a file that can be imported, or a zip of several"),
    query: z.object(filter),
  },
  postQuestionsImport: csvImport('Imports questions from a CSV file: all rows or none'),
  postQuestionsImportPreview: csvPreview('How a CSV file of questions would be read; nothing is imported'),
  postPackageImport: {
    who: 'admin',
    summary: 'Imports one problem package of the ICPC, DOMjudge or CMS form, zipped',
    body: z.strictObject({ only_good: yesOrNo }),
    upload: 'on disk',
    maxBytes: PACKAGE_MAX_BYTES,
    output: z.object({ problem: view.bankProblemView, warnings: z.array(z.string()) }),
    errors: ['conflict', 'import_rows', 'too_many_requests'],
  },
  getProblemPackage: {
    who: 'admin',
    summary: 'One problem as a package in the ICPC format, zipped',
    params: oneId,
    output: z.unknown(),
    file: 'application/zip',
    errors: ['not_found'],
  },
} as const satisfies Partial<Record<CallName, Endpoint>>
