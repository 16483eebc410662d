import { describe, expect, test } from 'vitest'
import { newAssessmentBody } from '#contract/forms/assessment.ts'
import type { AssessmentView } from '#contract/views/assessment.ts'
import { plainSettings } from '#machines/drive/form.ts'
import {
  type AssessmentFields,
  assessmentCopy,
  assessmentDifferences,
  assessmentForm,
  emptyForm,
  errorsElsewhere,
  type Known,
  moreErrorsOf,
  NOTHING_TO_ASK,
  payloadOf,
  totalOf,
} from '#pwa/console/drives/assessment/fields.ts'
import { assessmentStart } from '#pwa/console/drives/assessment/start.ts'
import { fieldErrorsOf, refusedFields, withoutFields } from '#pwa/console/kit/form/fieldErrors.ts'
import { CallError } from '#pwa/http/call.ts'

const person = { last_name: 'Storm', email: 'i@staff.example', mobile_number: null }
const view: AssessmentView = {
  id: 7,
  uuid: 'u',
  name: 'Screening',
  description: 'Drawn from the bank.',
  problem_count: 2,
  mcq_count: 1,
  duration: 30,
  invitation_sent: 0,
  appeared: 0,
  total_submissions: 0,
  is_param: true,
  can_delete: true,
  problem_count_hash: { easy: 2, medium: 0, hard: 0 },
  mcq_count_hash: { easy: 0, medium: 1, hard: 0 },
  tag_list: ['graphs'],
  assessments_contacts: [
    { id: 70, user_id: 1 },
    { id: 71, user_id: 2 },
  ],
  admin_users: [
    { ...person, id: 1, first_name: 'Ida', is_active: true },
    { ...person, id: 2, first_name: 'Bo', is_active: false },
  ],
  questions: [],
  settings: plainSettings,
  version: 4,
}
const both = { allow_coding: true, allow_mcq: true }
const known = (change: Partial<Known> = {}): Known => ({
  allowed: both,
  available: { problem_count_hash: { easy: 2, medium: 0, hard: 0 }, mcq_count_hash: null },
  isFixed: false,
  active: new Set([1]),
  stored: view,
  ...change,
})
const shrunk = { available: { problem_count_hash: { easy: 1, medium: 0, hard: 0 }, mcq_count_hash: null } }
const form = (change: Partial<AssessmentFields> = {}): AssessmentFields => ({
  ...assessmentForm(view),
  ...change,
})

describe('the form of an assessment', () => {
  test('begins as it stands; a copy is named so, and leaves inactive contacts behind', () => {
    expect(assessmentForm(view)).toMatchObject({
      name: 'Screening',
      problem_count_hash: { easy: '2', medium: '0', hard: '0' },
      assessments_contacts_attributes: [{ user_id: 1 }, { user_id: 2 }],
      tag_list: ['graphs'],
      is_param: true,
    })
    const copied = {
      ...assessmentForm(view),
      name: 'Screening (copy)',
      assessments_contacts_attributes: [{ user_id: 1 }],
    }
    expect(assessmentCopy(view, true)).toEqual(copied)
    expect(assessmentCopy(view, false)).toEqual({ ...copied, is_param: false })
  })

  test('counts what is typed, of the sections that are allowed', () => {
    expect(totalOf(form(), both)).toBe(3)
    expect(totalOf(form(), { ...both, allow_mcq: false })).toBe(2)
    expect(totalOf(emptyForm, both)).toBe(0)
    expect(totalOf(form({ mcq_count_hash: { easy: 'x', medium: ' ', hard: '' } }), both)).toBe(2)
  })

  test.each([
    ['as many as there are', form(), known(), {}],
    [
      'one more',
      form({ problem_count_hash: { easy: '3', medium: '0', hard: '0' } }),
      known(),
      { 'problem_count_hash.easy': 'Count should be less than total' },
    ],
    [
      'more than is known: the server judges',
      form({ mcq_count_hash: { easy: '501', medium: '0', hard: '0' } }),
      known(),
      {},
    ],
    [
      'nothing',
      form({ problem_count_hash: emptyForm.problem_count_hash, mcq_count_hash: emptyForm.mcq_count_hash }),
      known(),
      { problem_count_hash: 'Please add atleast 1 count' },
    ],
    [
      'counts that are fixed, of a bank that has shrunk',
      form({ problem_count_hash: { easy: '3', medium: '0', hard: '0' } }),
      known({ isFixed: true }),
      {},
    ],
    ['nothing else, of a bank that has shrunk', form({ name: 'Another name' }), known(shrunk), {}],
    [
      'one count, of a bank that has shrunk: all is drawn anew',
      form({ mcq_count_hash: { easy: '0', medium: '2', hard: '0' } }),
      known(shrunk),
      { 'problem_count_hash.easy': 'Count should be less than total' },
    ],
    [
      'tags, of a bank that has shrunk',
      form({ tag_list: [] }),
      known(shrunk),
      { 'problem_count_hash.easy': 'Count should be less than total' },
    ],
    [
      'nothing, as a new one, of a bank that has shrunk',
      form(),
      known({ ...shrunk, stored: null }),
      { 'problem_count_hash.easy': 'Count should be less than total' },
    ],
    [
      'with neither section allowed',
      form(),
      known({ stored: null, allowed: { allow_coding: false, allow_mcq: false } }),
      { mcq_count_hash: NOTHING_TO_ASK },
    ],
    [
      'renamed, with neither section allowed any more',
      form({ name: 'Another name' }),
      known({ allowed: { allow_coding: false, allow_mcq: false } }),
      {},
    ],
    [
      'only somebody inactive to ask',
      form({ assessments_contacts_attributes: [{ user_id: 2 }] }),
      known(),
      { assessments_contacts_attributes: 'Please select atleast 1 active user' },
    ],
    [
      'the same, while people are not known',
      form({ assessments_contacts_attributes: [{ user_id: 2 }] }),
      known({ active: null }),
      {},
    ],
  ])('%s', (_what, given, facts, errors) => expect(moreErrorsOf(given, facts)).toEqual(errors))

  describe('sends', () => {
    const sent = (change: Partial<AssessmentFields>) => payloadOf(newAssessmentBody.parse(form(change)), view)

    test('nothing but the version where nothing was changed', () => {
      expect(sent({})).toEqual({ version: 4 })
      // Typed again in other words, or in another order, it draws nothing anew.
      expect(sent({ problem_count_hash: { easy: '02', medium: '0', hard: '00' } })).toEqual({ version: 4 })
    })

    test('of contacts what is taken out and put in', () =>
      expect(sent({ assessments_contacts_attributes: [{ user_id: 2 }, { user_id: 3 }] })).toEqual({
        version: 4,
        assessments_contacts_attributes: [{ id: 70, user_id: 1, _destroy: true }, { user_id: 3 }],
      }))

    test('each field that was changed and no other', () => {
      expect(sent({ name: 'Mine is another' })).toEqual({ name: 'Mine is another', version: 4 })
      expect(sent({ mcq_count_hash: { easy: '0', medium: '2', hard: '0' }, tag_list: [] })).toEqual({
        mcq_count_hash: { easy: 0, medium: 2, hard: 0 },
        tag_list: [],
        version: 4,
      })
      expect(sent({ settings: { ...plainSettings, webcam: false } })).toEqual({
        settings: { webcam: false },
        version: 4,
      })
    })
  })

  test('tells two states apart, and none where only the order of tags differs', () => {
    const people = [{ id: 1, first_name: 'Ana', last_name: 'Berg', email: 'ana@people.example' }]
    const told = (mine: AssessmentFields, theirs: AssessmentFields, before: AssessmentFields | null = null) =>
      assessmentDifferences(mine, theirs, before, people)
    expect(told(form(), form())).toEqual([])
    expect(told(form({ tag_list: ['b', 'a'] }), form({ tag_list: ['a', 'b'] }))).toEqual([])
    expect(
      told(form({ name: 'Mine' }), form({ mcq_count_hash: { easy: '5', medium: '1', hard: '0' } })),
    ).toEqual([
      ['Title', 'Mine', 'Screening'],
      ['MCQs', 'easy 0, medium 1, hard 0', 'easy 5, medium 1, hard 0'],
    ])
    expect(
      told(form({ settings: { ...plainSettings, webcam: false, leave_policy: 'log' } }), form()),
    ).toEqual([
      ['Leaving the window', 'Is only recorded in the report', 'Ends the test immediately'],
      ['Webcam pictures', 'No', 'Yes'],
    ])
    // A field that only the other one changed stays theirs, and is not asked about.
    expect(told(form({ name: 'Mine' }), form({ description: 'Theirs is another.' }), form())).toEqual([
      ['Title', 'Mine', 'Not changed: Screening'],
    ])
    const of = (user_id: number) => form({ assessments_contacts_attributes: [{ user_id }] })
    expect(told(of(1), of(9))).toEqual([['Contacts', 'Ana Berg', 'Person 9']])
  })
})

test('what is wrong with a field that is not on the page is told with the field’s name', () => {
  const errors: Record<string, string> = { mcq_count_hash: 'Too many.', settings: 'Odd.' }
  const errorOf = (name: string) => errors[name]
  expect(errorsElsewhere(errorOf, { ...both, allow_mcq: false })).toBe('Advanced: Odd.\nMCQs: Too many.')
  expect(errorsElsewhere(errorOf, both)).toBe('Advanced: Odd.')
  expect(errorsElsewhere(() => undefined, both)).toBeUndefined()
  // One that stands at its field is not told twice.
  const days: Record<string, string> = { settings: 'Odd.', 'settings.webcam_retention_days': 'Odd.' }
  expect(errorsElsewhere((name) => days[name], both)).toBeUndefined()
})

describe('errors of a form with parts', () => {
  test('stand at the part and at the whole', () => {
    const given = { ...emptyForm, problem_count_hash: { easy: 'x', medium: '10000', hard: '-1' } }
    expect(fieldErrorsOf(newAssessmentBody, given)).toMatchObject({
      name: 'Title is a required field',
      'problem_count_hash.easy': 'Count must be a whole number',
      'problem_count_hash.medium': 'Count must be less than or equal to 9999',
      'problem_count_hash.hard': 'Count must be greater than or equal to 0',
    })
  })

  test('that the server refused stand at the part as well', () => {
    const error = new CallError('refused', 422, {
      code: 'invalid',
      errors: { 'mcq_count_hash.hard': ['Count should be less than total'], elsewhere: ['Else.'] },
    })
    expect(refusedFields(error, Object.keys(emptyForm))).toEqual({
      errors: {
        mcq_count_hash: 'Count should be less than total',
        'mcq_count_hash.hard': 'Count should be less than total',
      },
      rest: 'Else.',
    })
  })

  test('what was said of a field goes once that changes, with its parts, and of no other', () => {
    const errors = { name: 'a', 'counts.easy': 'b', counts: 'c', counts_of_all: 'd' }
    expect(withoutFields(errors, ['counts'])).toEqual({ name: 'a', counts_of_all: 'd' })
    expect(withoutFields(errors, [])).toEqual(errors)
  })
})

describe('a draft that was kept', () => {
  const colleagues: AssessmentView = { ...view, version: 5, name: 'Changed by a colleague', appeared: 2 }
  const editing = { isEdit: true, isParamAllowed: true }
  const opened = { userId: 1, draft: 'assessment edit 7', keptAt: null, source: colleagues }

  test('stands on the version it was begun with, and knows that somebody has begun since', () => {
    const start = assessmentStart(
      { ...opened, kept: { form: form({ name: 'Mine' }), stored: view } },
      editing,
    )
    expect(start).toMatchObject({
      form: { name: 'Mine' },
      plain: { name: 'Screening' },
      stored: { version: 4 },
      hasBegun: true,
    })
  })

  test('of an earlier build has the settings that stand', () => {
    const { settings: _, ...earlier } = form({ name: 'Mine' })
    const start = assessmentStart(
      { ...opened, kept: { form: earlier as AssessmentFields, stored: view } },
      editing,
    )
    expect(start.form).toMatchObject({ name: 'Mine', settings: plainSettings })
  })

  test('of a copy stands on nothing', () => {
    const start = assessmentStart({ ...opened, kept: null }, { isEdit: false, isParamAllowed: false })
    expect(start).toMatchObject({ stored: null, hasBegun: false, form: assessmentCopy(colleagues, false) })
  })
})
