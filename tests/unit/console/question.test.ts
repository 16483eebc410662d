import { describe, expect, it } from 'vitest'
import { consoleTexts as t } from '#contract/consoleTexts.ts'
import type { BankQuestionView } from '#contract/views/bank.ts'
import { questionErrors, questionField } from '#pwa/console/bank/question/errors.ts'
import { draftOf, questionStart } from '#pwa/console/bank/question/start.ts'
import { timeError, toMinutes, toSeconds, type Unit } from '#pwa/console/bank/question/units.ts'
import {
  emptyQuestion,
  isSameQuestion,
  newOption,
  type QuestionValues,
  questionBody,
  questionChange,
  questionOnTheirs,
  questionValues,
} from '#pwa/console/bank/question/values.ts'

describe('the time', () => {
  it.each<[number, Unit, number, number]>([
    [90, 'second', 1.5, 90],
    [1, 'second', 0.02, 1],
    [59_940, 'second', 999, 59_940],
    [1.5, 'minute', 1.5, 90],
    [999, 'minute', 999, 59_940],
    [1, 'hour', 60, 3_600],
    [16.65, 'hour', 999, 59_940],
  ])('%d %s is %d minutes and %d seconds', (time, unit, minutes, seconds) => {
    expect(toMinutes(time, unit)).toBe(minutes)
    expect(toSeconds(time, unit)).toBe(seconds)
  })

  it.each<[string, Unit, string | undefined]>([
    ['', 'second', t.timeRequired],
    ['x', 'second', t.timeRequired],
    ['0', 'second', t.timeTooShort],
    ['0.5', 'minute', t.timeTooShort],
    ['1', 'second', undefined],
    ['59940', 'second', undefined],
    ['59941', 'second', t.questionTimeTooLong],
    ['999', 'minute', undefined],
    ['999.5', 'minute', t.questionTimeTooLong],
    ['16.65', 'hour', undefined],
    ['17', 'hour', t.questionTimeTooLong],
    ['1.5', 'second', 'Time must be whole seconds'],
    ['1.005', 'minute', 'Time must be whole seconds'],
  ])('%j in %ss: %s', (typed, unit, error) => {
    expect(timeError(typed, unit)).toBe(error)
  })
})

const option = (description: string, is_answer = false) => ({ ...newOption(), description, is_answer })
const whole = (change: Partial<QuestionValues> = {}): QuestionValues => ({
  ...emptyQuestion(),
  description: 'Which of these is a prime?',
  difficulty: 'Easy',
  tags: ['numbers'],
  type: 'false',
  marks: '2',
  time: '60',
  options: [option('Seven', true), option('Nine')],
  ...change,
})

describe('what is wrong', () => {
  it('is told of an empty form all at once', () => {
    expect(questionErrors(emptyQuestion())).toEqual({
      description: t.questionDescriptionRequired,
      difficulty: t.difficultyRequired,
      tags: t.tagRequired,
      type: 'Type is a required field',
      marks: 'Marks must be greater than or equal to 1',
      time: t.timeTooShort,
      'options.0': `${t.emptyOption} A`,
      options: t.twoOptions,
    })
  })

  it.each<[string, Partial<QuestionValues>, Record<string, string>]>([
    ['nothing', {}, {}],
    ['one option', { options: [option('x', true)] }, { options: t.twoOptions }],
    [
      'six options',
      { options: 'abcdef'.split('').map((x, i) => option(x, i === 0)) },
      { options: t.fiveOptions },
    ],
    ['no answer', { options: [option('a'), option('b')] }, { options: t.oneCorrect }],
    [
      'two answers of one',
      { options: [option('a', true), option('b', true)] },
      { options: t.onlyOneCorrect },
    ],
    ['two answers of several', { type: 'true', options: [option('a', true), option('b', true)] }, {}],
    [
      'an empty option beside another error',
      { marks: '1000', options: [option('a', true), option(' ')] },
      { marks: t.marksTooMany, 'options.1': `${t.emptyOption} B` },
    ],
    [
      'an option that is a picture alone',
      { options: [option('a', true), { ...newOption(), image_url: '/files/images/1-x.jpg' }] },
      {},
    ],
    ['time in another unit', { time: '17', unit: 'hour' }, { time: t.questionTimeTooLong }],
  ])('with %s', (_, change, errors) => {
    expect(questionErrors(whole(change))).toEqual(errors)
  })

  it.each([
    ['options_attributes.2.description', 'options.2'],
    ['options_attributes', 'options'],
    ['time_in_seconds', 'time'],
    ['marks', 'marks'],
  ])('%s of the call stands at %s', (path, field) => {
    expect(questionField(path)).toBe(field)
  })
})

const stored = {
  id: 4,
  description: 'Which of these is a prime?',
  image_url: '/files/images/1-x.jpg?s=1',
  image_alt: null,
  is_multi_select: false,
  difficulty: 'Easy',
  tags: ['numbers'],
  time_in_seconds: 60,
  marks: 2,
  version: 3,
  options: [
    { id: 7, description: 'Seven', is_answer: true, image_url: null },
    { id: 8, description: 'Nine', is_answer: false, image_url: '/files/images/1-y.jpg?s=2' },
  ],
} as unknown as BankQuestionView

describe('the call', () => {
  it('of a change holds only what differs', () => {
    expect(questionChange(questionValues(stored, 'minute'), stored).body).toEqual({ version: 3 })
    expect(
      questionChange({ ...questionValues(stored), marks: '5', time: '2', unit: 'minute' }, stored).body,
    ).toEqual({
      marks: '5',
      time_in_seconds: 120,
      version: 3,
    })
  })

  it('names new options, those that are others, and behind them those that went, with their places', () => {
    const [seven, nine] = questionValues(stored).options
    if (!seven || !nine) throw new Error('no options')
    const values = {
      ...questionValues(stored),
      options: [seven, { ...nine, is_answer: true }, option('Eleven')],
    }
    const { body, places } = questionChange(values, stored)
    expect(body.options_attributes).toEqual([
      { id: 8, description: 'Nine', is_answer: true, image_url: '/files/images/1-y.jpg' },
      { description: 'Eleven', is_answer: false, image_url: null },
    ])
    expect(places.map((_, i) => questionField(`options_attributes.${i}.image_url`, places))).toEqual([
      'options.1',
      'options.2',
    ])
    expect(questionChange({ ...values, options: [seven] }, stored).body.options_attributes).toEqual([
      { id: 8, is_answer: false, _destroy: true },
    ])
  })

  it('names pictures without what they were signed with, and the time in seconds', () => {
    const body = questionBody({ ...questionValues(stored), time: '2', unit: 'minute' })
    expect(body).toMatchObject({ image_url: '/files/images/1-x.jpg', time_in_seconds: 120 })
    expect(body.options_attributes[1]?.image_url).toBe('/files/images/1-y.jpg')
  })

  it('goes on in the unit that was typed where that tells the time exactly', () => {
    const saved = { ...stored, time_in_seconds: 120 }
    expect(questionValues(saved, 'minute')).toMatchObject({ time: '2', unit: 'minute' })
    expect(questionValues({ ...stored, time_in_seconds: 100 }, 'minute')).toMatchObject({
      time: '100',
      unit: 'second',
    })
    expect(isSameQuestion(questionValues(saved, 'minute'), questionValues(saved))).toBe(true)
  })

  describe('over what somebody else saved meanwhile', () => {
    const [seven, nine] = stored.options
    if (!seven || !nine) throw new Error('no options')

    it('leaves alone what only they changed: fields, options they added, changed or took away', () => {
      const theirs: BankQuestionView = {
        ...stored,
        version: 4,
        description: 'Which one is a prime number?',
        options: [
          { ...seven, description: 'Number seven' },
          { ...nine, id: 11, description: 'Eleven' },
        ],
      }
      expect(questionChange({ ...questionValues(stored), marks: '5' }, stored, theirs).body).toEqual({
        marks: '5',
        version: 4,
      })
    })

    it('makes an option anew that was changed here and taken away there', () => {
      const mine = questionValues(stored)
      const options = mine.options.map((one) => (one.id === 8 ? { ...one, description: 'Ninety' } : one))
      const theirs = { ...stored, version: 4, options: [seven] }
      expect(questionChange({ ...mine, options }, stored, theirs).body.options_attributes).toEqual([
        { description: 'Ninety', is_answer: false, image_url: '/files/images/1-y.jpg' },
      ])
    })

    it('goes on from theirs with what contradicts nothing, option by option', () => {
      const mine = questionValues(stored)
      const own = {
        ...mine,
        marks: '5',
        description: 'Mine',
        options: mine.options.map((one) => ({ ...one, description: 'Mine', is_answer: !one.is_answer })),
      }
      const theirs: BankQuestionView = {
        ...stored,
        version: 4,
        description: 'Theirs',
        image_url: `${stored.image_url}&signed=anew`,
        options: [{ ...seven, description: 'Number seven' }, nine],
      }
      const now = questionOnTheirs(own, questionValues(stored), questionValues(theirs))
      expect(now).toMatchObject({ marks: '5', description: 'Theirs', image_url: theirs.image_url })
      expect(now.options).toMatchObject([
        { description: 'Number seven', is_answer: !seven.is_answer },
        { description: 'Mine', is_answer: !nine.is_answer },
      ])
    })

    it('does not take away again what went there as well', () => {
      const mine = { ...questionValues(stored), options: questionValues(stored).options.slice(0, 1) }
      expect(questionChange(mine, stored, { ...stored, version: 4, options: [seven] }).body).toEqual({
        version: 4,
      })
    })
  })
})

it('a question is the same, however its pictures are signed and its rows are keyed', () => {
  const again = { ...stored, image_url: '/files/images/1-x.jpg?s=9' } as BankQuestionView
  expect(isSameQuestion(questionValues(stored), questionValues(again))).toBe(true)
  expect(isSameQuestion(questionValues(stored), { ...questionValues(stored), marks: '3' })).toBe(false)
})

describe('a draft that was kept', () => {
  const stood = {
    id: 3,
    description: 'Which?',
    options: [
      { id: 1, description: 'This', is_answer: true, image_url: null },
      { id: 2, description: 'That', is_answer: false, image_url: null },
    ],
    difficulty_list: ['easy'],
    tags: [],
    version: 4,
  } as unknown as BankQuestionView
  const colleagues = { ...stood, version: 5, options: [...stood.options, { ...stood.options[1], id: 9 }] }

  it('is measured against the question it was begun with: an option a colleague added is not taken for deleted', () => {
    const form = { ...questionValues(stood), description: 'Which one?' }
    const opened = { userId: 1, draft: 'question edit 3', keptAt: 5, source: colleagues as BankQuestionView }
    const start = questionStart({ ...opened, kept: { form, stored: stood } })
    expect(start.stored?.version).toBe(4)
    expect(start.plain).toMatchObject({ description: 'Which?' })
    expect(questionChange(start.values, start.stored ?? stood).body).toEqual({
      description: 'Which one?',
      version: 4,
    })
    expect(questionStart({ ...opened, kept: null }).stored?.version).toBe(5)
  })

  it('of a new question changes none that was made before', () => {
    const opened = { userId: 1, draft: draftOf(null), keptAt: 5, source: null }
    const form = { ...questionValues(stood), description: 'Which one?' }
    const made = questionStart({ ...opened, kept: { form, stored: stood } })
    expect(made).toMatchObject({ stored: null, keptAt: null, values: { description: '' } })
    const begun = questionStart({ ...opened, kept: { form, stored: null } })
    expect(begun).toMatchObject({ stored: null, keptAt: 5, values: { description: 'Which one?' } })
  })
})
