import { strToU8, zipSync } from 'fflate'
import type { bankEndpoints } from '#contract/endpoints/bank.ts'
import type { Inputs } from './inputs.ts'
import type { Organization } from './organization.ts'

/** A problem that an admin may add. */
export const newProblem = () => ({
  title: 'Sum of two numbers',
  description: 'Read two numbers and print their sum.',
  submission_count: 3,
  time_in_minutes: '15',
  difficulty: 'Easy',
  tags: ['arithmetic'],
  test_cases_attributes: [
    { input: '1 2', output: '3', marks: 5, is_sample: true },
    { input: '4 5', output: '9', marks: 5 },
  ],
})

/** A question that an admin may add. */
export const newQuestion = () => ({
  description: 'Which of these is a prime?',
  is_multi_select: false,
  marks: 2,
  time_in_seconds: 60,
  difficulty_list: 'Easy',
  tag_list: ['numbers'],
  options_attributes: [
    { description: 'Seven', is_answer: true },
    { description: 'Nine', is_answer: false },
  ],
})

/** Files that an admin may import. */
const questionsFile = {
  name: 'questions.csv',
  content:
    'description,type,difficulty,tags,marks,time_in_seconds,option_a,option_b,answers\nWhich of these is a prime?,single,Easy,numbers,2,60,Seven,Nine,A',
}
const problemsFile = {
  name: 'problems.csv',
  content:
    'title,description,difficulty,tags,submission_count,time_in_minutes,input_1,output_1,marks_1\nSum of two,Print the sum of both numbers.,Easy,sums,3,15,1 2,3,5',
}
const packageFile = {
  name: 'problem.zip',
  content: new Uint8Array(
    zipSync({
      'problem.yaml': strToU8('name: Sum of two'),
      'problem_statement/problem.en.md': strToU8('Print the sum of both numbers.'),
      'data/sample/1.in': strToU8('1 2'),
      'data/sample/1.ans': strToU8('3'),
    }),
  ),
}

const problem = (org: Organization) => ({ params: { id: org.problems[0].id } })
const question = (org: Organization) => ({ params: { id: org.questions[0].id } })
const template = { code: '// begin', language_id: 1 }

/** Inputs of the calls of the bank. The first organization's first test, template, … have the id 1. */
export const bankInputs: Pick<Inputs, keyof typeof bankEndpoints> = {
  getProblems: () => ({}),
  getProblemsList: () => ({}),
  getUnrunLanguages: ({ org }) => ({ query: { ids: String(org.problems[0].id) } }),
  getProblem: ({ org }) => problem(org),
  postProblem: () => ({ body: newProblem() }),
  putProblem: ({ org }) => ({ ...problem(org), body: { title: 'Another title' } }),
  deleteProblem: ({ org }) => problem(org),
  getProblemImageUrl: () => ({}),
  getTestCases: ({ org }) => problem(org),
  postTestCase: ({ org }) => ({
    body: { problem_id: org.problems[0].id, input: '1', output: '1', marks: 1 },
  }),
  putTestCase: () => ({ params: { id: 1 }, body: { marks: 3 } }),
  postCheck: () => ({
    body: { language_id: 1, source: 'console.log(1)', tests: [{ input: '1', output: '1', marks: 1 }] },
  }),
  getCheck: () => ({ params: { id: 1 } }),
  getTemplates: ({ org }) => ({ query: { problem_id: org.problems[0].id } }),
  postTemplate: ({ org }) => ({ body: { ...template, problem_id: org.problems[0].id } }),
  putTemplate: ({ org }) => ({ params: { id: 1 }, body: { ...template, problem_id: org.problems[0].id } }),
  deleteTemplate: () => ({ params: { id: 1 } }),
  postDefaultTemplate: () => ({ body: template }),
  putDefaultTemplate: () => ({ params: { id: 99 }, body: { ...template, language_id: 2 } }),
  getRejudges: ({ org }) => ({ params: { driveId: org.driveId } }),
  postRejudge: ({ org }) => ({ params: { driveId: org.driveId }, body: { problem_id: org.problems[0].id } }),
  getRejudge: () => ({ params: { id: 1 } }),
  postRejudgeApply: () => ({ params: { id: 1 }, body: {} }),
  deleteRejudge: () => ({ params: { id: 2 } }),
  getAdminQuestions: () => ({}),
  getQuestion: ({ org }) => question(org),
  postQuestion: () => ({ body: newQuestion() }),
  putQuestion: ({ org }) => ({ ...question(org), body: { marks: 3 } }),
  deleteQuestion: ({ org }) => question(org),
  postQuestionImageUrl: () => ({ body: { image_for: 'question' } }),
  getProblemSample: () => ({}),
  getProblemsCsv: () => ({}),
  postProblemsImport: () => ({ body: {}, file: problemsFile }),
  postProblemsImportPreview: () => ({ body: {}, file: problemsFile }),
  getQuestionSample: () => ({}),
  getQuestionsCsv: () => ({}),
  postQuestionsImport: () => ({ body: {}, file: questionsFile }),
  postQuestionsImportPreview: () => ({ body: {}, file: questionsFile }),
  postPackageImport: () => ({ body: {}, file: packageFile }),
  getProblemPackage: ({ org }) => problem(org),
}
