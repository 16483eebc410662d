import type { ProblemView, QuestionView } from '#contract/views/candidate.ts'

/** The practice's content. It is nobody's test: it stands here and never comes from the server. */

export const problem: ProblemView = {
  id: 0,
  title: 'Twice the number',
  description:
    'Read one whole number and print twice that number.\n\nThe program here prints the number as it is. Run it, see what differs, then put it right.',
  image_url: null,
  submission_count: 0,
  submission_count_left: 0,
  difficulty: 'practice',
  tags: [],
  time_in_minutes: 1,
  marks: 0,
  sample_tests: [
    { input: '21\n', output: '42\n' },
    { input: '-3\n', output: '-6\n' },
  ],
}

/** A program that reads a line and writes it, in each language that can be practised: here it begins. */
export const practiceLanguages = [
  {
    id: 'javascript',
    name: 'JavaScript',
    starter: "const number = Number(require('fs').readFileSync(0, 'utf8'))\nconsole.log(number)\n",
  },
  { id: 'python', name: 'Python', starter: 'number = int(input())\nprint(number)\n' },
] as const
export type PracticeLanguage = (typeof practiceLanguages)[number]

export const question: QuestionView = {
  id: 0,
  description: 'The network goes away in the middle of your test. What do you do?',
  marks: 0,
  time_in_seconds: 60,
  difficulty: 'practice',
  tags: [],
  is_multi_select: false,
  image_url: null,
  options: [
    'Close the browser and start again',
    'Keep working: everything is kept on this device',
    'Wait with my hands off the keys',
  ].map((description, id) => ({ id, description, image_url: null })),
}
