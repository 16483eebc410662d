import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { plainSettings } from '#machines/drive/form.ts'
import { formatAction, knownActions } from '#pwa/console/kit/audit/formatAction.ts'
import { differencesOf, formatSubject } from '#pwa/console/kit/audit/formatEntry.ts'
import { formatDate } from '#pwa/console/kit/format/dates.ts'

test.each([
  ['user.reset_password', 'Reset the password'],
  ['sign_up.send_link', 'Sent a sign-up link'],
  ['drive.update', 'Changed the drive'],
  ['test_case.create', 'Added the test case'],
  ['candidate.link', 'Copied the link'],
  ['candidate.late_accepted', 'Accepted late work'],
  // Written by a version that is not this one.
  ['drive.turn_round', 'Drive: turn round'],
  ['restored', 'Restored'],
  ['', ''],
])('the action %j reads %j', (action, words) => expect(formatAction(action)).toBe(words))

test('each action that the server writes has a sentence', () => {
  const sources = ['services', 'commands'].flatMap((room) => {
    const folder = new URL(`../../../api/${room}/`, import.meta.url)
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => readFileSync(new URL(path, folder), 'utf8'))
  })
  const found = (pattern: RegExp) =>
    sources.flatMap((text) => [...text.matchAll(pattern)].flatMap(([, ...names]) => names))
  const written = [
    ...found(/action: '([a-z_.]+)'/g),
    ...found(/const action = \w+ \? '([a-z_.]+)' : '([a-z_.]+)'/g),
    ...found(/act\(ctx, actor, ref, '([a-z_]+)'/g).map((verb) => `candidate.${verb}`),
    // Those that are put together.
    ...['problem.import', 'question.import', 'candidate.late_accepted', 'candidate.late_rejected'],
  ]
  expect(new Set(written)).toEqual(new Set(knownActions))
})

describe('what an entry changed', () => {
  test('stands field by field, with what is missing as such', () => {
    expect(
      differencesOf(
        { credits: 100, show_name: null, allow_mcq: true },
        { credits: 0, show_name: 'Harbour', allow_mcq: false },
      ),
    ).toEqual([
      { field: 'Credits', before: '100', after: '0' },
      { field: 'Organization name', before: '-', after: 'Harbour' },
      { field: 'Allow MCQs', before: 'yes', after: 'no' },
    ])
  })

  test('leaves out what was nothing and is nothing', () => {
    expect(differencesOf({ contact_number: null, credits: 1 }, { contact_number: '', credits: 2 })).toEqual([
      { field: 'Credits', before: '1', after: '2' },
    ])
    expect(differencesOf(null, { contact_number: null, credits: 2 })).toEqual([
      { field: 'Credits', before: null, after: '2' },
    ])
  })

  test('names what was decided', () =>
    expect(
      differencesOf({ score: 0 }, { pieces: ['a'], named: ['draft of Sums in Python'], score: 2 }),
    ).toEqual([
      { field: 'Score', before: '0', after: '2' },
      { field: 'Work', before: null, after: '1 piece' },
      { field: 'Which', before: null, after: 'draft of Sums in Python' },
    ]))

  test('leaves out what is as it was', () =>
    expect(
      differencesOf(
        { time_factor: 1, lifted_rules: [], score: 3 },
        { time_factor: 1.25, lifted_rules: [], score: 3 },
      ),
    ).toEqual([{ field: 'Time', before: 'same as everyone', after: '25% more' }]))

  test('says nothing of what did not happen beside a change', () =>
    expect(differencesOf({ minutes_granted: 0 }, { minutes_granted: 15, reopened: false })).toEqual([
      { field: 'Total minutes granted', before: '0', after: '15' },
    ]))

  test('of something new there was nothing before, of something gone there is nothing after', () => {
    expect(differencesOf(null, { email: 'a@b.example' })).toEqual([
      { field: 'Email', before: null, after: 'a@b.example' },
    ])
    expect(differencesOf({ name: 'x' }, null)).toEqual([{ field: 'Name', before: 'x', after: null }])
    expect(differencesOf({ name: 'x' }, { rules: ['a', 'b'] })).toEqual([
      { field: 'Name', before: 'x', after: null },
      { field: 'Rules', before: null, after: 'a, b' },
    ])
  })

  test('names a drive’s settings as its wizard does, and of a change what differs', () => {
    const after = { ...plainSettings, leave_policy: 'log', webcam: false }
    expect(differencesOf({ settings: plainSettings }, { settings: after })).toEqual([
      {
        field: 'Leaving the window',
        before: 'Ends the test immediately',
        after: 'Is only recorded in the report',
      },
      { field: 'Webcam pictures', before: 'Yes', after: 'No' },
    ])
    const made = differencesOf(null, { settings: plainSettings })
    expect(made).toHaveLength(Object.keys(plainSettings).length)
    expect(made[0]).toEqual({ field: 'Leaving the window', before: null, after: 'Ends the test immediately' })
  })

  test('is told without signs of programs', () => {
    expect(differencesOf(null, { problems: [], problem_count_hash: { easy: 1, hard: 0 } })).toEqual([
      { field: 'Problems', before: null, after: 'none' },
      { field: 'Problems by difficulty', before: null, after: 'easy: 1, hard: 0' },
    ])
  })

  test('reads lengths and shares as people say them', () => {
    expect(
      differencesOf({ paused_ms: 0, time_factor: 1 }, { paused_ms: 6478, time_factor: 1.25, characters: 58 }),
    ).toEqual([
      { field: 'Total time paused', before: '0 s', after: '6 s' },
      { field: 'Time', before: 'same as everyone', after: '25% more' },
      { field: 'Length', before: null, after: '58 characters' },
    ])
  })

  test('tells times and chosen values as the console says them elsewhere', () => {
    const at = '2026-11-20T09:05:00.000Z'
    expect(
      differencesOf(
        { start_time: at, question_type: 'problems_mcq', checker: 'tokens', lifted_rules: [] },
        { start_time: null, question_type: 'mcq', checker: 'exact', lifted_rules: ['leave', 'paste'] },
      ),
    ).toEqual([
      { field: 'Start time', before: formatDate(new Date(at)), after: '-' },
      { field: 'Question type', before: 'Coding problems and MCQs', after: 'MCQs' },
      { field: 'Checker', before: 'Word by word', after: 'Line by line' },
      {
        field: 'Rules waived',
        before: 'none',
        after: 'Leaving the window does not end the test, Copying and pasting is allowed',
      },
    ])
  })

  test('counts what only programs can tell apart, and says in words what was decided', () => {
    const decisions = [{ piece: 'k3f', decision: 'rejected', by: 'Ida Storm', note: '' }]
    expect(differencesOf({ score: 3, decisions }, { pieces: ['k3f', 'x9z'], score: 5 })).toEqual([
      { field: 'Score', before: '3', after: '5' },
      { field: 'Decided before', before: 'decision: rejected, by: Ida Storm', after: null },
      { field: 'Work', before: null, after: '2 pieces' },
    ])
    expect(
      differencesOf(null, { options: [{ id: 4, description: 'Yes', is_answer: true, image: null }] }),
    ).toEqual([{ field: 'Options', before: null, after: 'description: Yes, right: yes' }])
    expect(differencesOf(null, { changed: ['is_sample', 'input'] })).toEqual([
      { field: 'Changed', before: null, after: 'sample, input' },
    ])
  })

  test('says who, where marks changed by attempt', () => {
    const names = { attempts: { aB3: 'Ida Storm' } }
    const [marks, other] = [
      { aB3: { marks: 1, score: 2, total: 9 }, zz: { marks: 0, score: null, total: 9 } },
      { aB3: { marks: 3, score: 4, total: 9 }, zz: { marks: 1, score: 1, total: 9 } },
    ]
    expect(differencesOf(marks, other, names).map(({ field, before }) => [field, before])).toEqual([
      ['Ida Storm', 'marks: 1, score: 2, total: 9'],
      ['Zz', 'marks: 0, total: 9'],
    ])
  })

  test('names what it holds ids of, with the id beside it', () => {
    const names = {
      problems: { 4: 'Two Sum' },
      questions: { 7: 'What is **true** of a list?' },
      problem: { 4: 'Two Sum' },
    }
    expect(
      differencesOf(
        { problems: [4, 5], questions: [] },
        { problems: [4], questions: [7], problem: 4, version: 4 },
        names,
      ),
    ).toEqual([
      { field: 'Problems', before: 'Two Sum (4), 5', after: 'Two Sum (4)' },
      { field: 'Questions', before: 'none', after: 'What is true of a list? (7)' },
      { field: 'Problem', before: null, after: 'Two Sum (4)' },
      { field: 'Version', before: null, after: '4' },
    ])
  })

  test('may be nothing, or no record', () => {
    expect(differencesOf(null, null)).toEqual([])
    expect(differencesOf('old', ['new'])).toEqual([{ field: '', before: 'old', after: 'new' }])
  })
})

test('of a rule says its words, also where it is gone', () => {
  const after = { description: 'Use the keyboard alone.' }
  expect(
    formatSubject({ subject: 'rule 18 of drive 2', about: 'rule 18 of Winter drive', before: null, after }),
  ).toBe('Rule of Winter drive: Use the keyboard alone.')
  expect(formatSubject({ subject: 'default rule 9', about: null, before: after, after: null })).toBe(
    'Default rule: Use the keyboard alone.',
  )
})

describe('an invitation of many', () => {
  test('tells how many, lists whom, and says nothing of the parts it was carried out in', () => {
    const after = { invited: 3, batch: 'k3f', rows: [103, 103] }
    const invited = { 1: 'al@x.example', 2: 'di@x.example', 103: 'cy@x.example' }
    expect(differencesOf(null, after, { invited })).toEqual([
      {
        field: 'Invited',
        before: null,
        after: '3',
        each: ['al@x.example', 'di@x.example', 'cy@x.example'],
      },
    ])
  })

  test('of whom nobody is left, and of before they were named, is counted', () => {
    expect(differencesOf(null, { invited: 7, rows: [1, 7] }, { invited: {} })).toEqual([
      { field: 'Invited', before: null, after: '7', each: [] },
    ])
    expect(differencesOf(null, { invited: 7 })).toEqual([{ field: 'Invited', before: null, after: '7' }])
  })
})

test.each([
  ['problem 4', 'Two Sum', 'Two Sum'],
  ['question 7', 'What is **true**?', 'What is true?'],
  ['drive 2', 'a **b**', 'a **b**'],
  ['rule 9', null, 'rule 9'],
])('what an entry of %j is about reads in words', (subject, about, words) =>
  expect(formatSubject({ subject, about })).toBe(words),
)
