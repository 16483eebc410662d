import { describe, expect, it } from 'vitest'
import { onTheWire } from '#contract/questionKinds.ts'
import type { Choice, SaveLight, TestSnapshot } from '#pwa/attempt/api.ts'
import { endItems } from '#pwa/candidate/end/items.ts'
import { notCountedLines } from '#pwa/candidate/end/unsavedChoices.ts'
import { openEnds } from '#pwa/candidate/exam/modals/finishFacts.ts'
import { questionState } from '#pwa/candidate/exam/rail/states.ts'

/** A choice that was not saved: what is said of it before the finish, and what it comes to after it. */

const light: SaveLight = { state: 'server', at: 5_000 }
const saved = (...ids: number[]): Choice => ({ selected: ids, saved: ids, light })
const chosen = (...ids: number[]): Choice => ({ selected: ids, saved: null, light })

function snapshot(choices: Record<number, Choice>, end: Partial<TestSnapshot> = {}): TestSnapshot {
  const questions = [11, 12, 13, 14].map((id) => ({ id }))
  const facts = {
    content: {
      problems: [],
      questions,
      view: { drive: { allow_coding: false, allow_mcq: true } },
    },
    choices,
    drafts: {},
    submissions: [],
    total: { state: 'server', at: 9_000, waiting: 0 },
    connection: { state: 'online', since: null, nextTryAt: null },
    deadlineAt: 100_000,
    finishedAt: 60_000,
    storageFault: null,
    notKept: new Set<string>(),
    endReason: 'Finished by candidate',
    ...end,
  }
  return facts as unknown as TestSnapshot
}
const named = (of: TestSnapshot) => endItems(of).map(({ name, detail }) => `${name}, ${detail}`)

describe('after a finish', () => {
  it('lists saved answers alone, and says of the others that they do not count', () => {
    const of = snapshot({ 11: chosen(1), 12: saved(3), 13: chosen(5) })
    expect(named(of)[0]).toBe('MCQ 2, 1 answer')
    expect(notCountedLines(of)).toEqual(['MCQs 1 and 3: 2 choices not saved. They do not count.'])
  })

  it('counts what was saved before where something else was chosen afterwards, and says so', () => {
    const of = snapshot({ 11: { selected: [2], saved: [1], light } })
    expect(named(of)[0]).toBe('MCQ 1, 1 answer')
    expect(notCountedLines(of)).toEqual([
      'MCQ 1: 1 choice not saved. It does not count; what was saved before it does.',
    ])
  })

  it.each([
    ['at zero, by the server’s word', { endReason: 'Time over' }],
    ['at zero, before the server heard of it', { endReason: null, finishedAt: 100_000 }],
    ['where the server closed the test', { endReason: 'Connection lost' }],
  ])('counts a choice that was not saved %s', (_when, end) => {
    const of = snapshot({ 11: chosen(1) }, end)
    expect(named(of)[0]).toBe('MCQ 1, 1 answer')
    expect(notCountedLines(of)).toEqual([])
  })
})

describe('what was written while the test was paused', () => {
  const late: SaveLight = { state: 'server', at: 5_000, isLate: true }
  const problems = [
    { id: 1, title: 'Tides' },
    { id: 2, title: 'Knots' },
  ]
  const of = (draft: object, end: Partial<TestSnapshot> = {}) => {
    const known = snapshot(
      { 11: { ...saved(1), light: late }, 12: saved(2), 13: saved(3), 14: saved(4) },
      end,
    )
    const content = { ...known.content, problems, view: { drive: { allow_coding: true, allow_mcq: true } } }
    return {
      ...known,
      content,
      drafts: { '1:2': { text: 'let a', light: late, ...draft }, '2:2': { text: 'let b', light } },
    } as unknown as TestSnapshot
  }
  const SAID =
    'Written while the test was paused: 1 Tides, question 1. That does not count unless staff accepts it.'

  it('is named before the finish, and nobody says that it is judged', () => {
    expect(openEnds(of({}))).toEqual([
      '2 Knots is not submitted. Its latest code will be judged.',
      SAID.replace(/That does.*/, 'Save it again, or it does not count unless staff accepts it.'),
    ])
    expect(openEnds(of({ isNewer: true })).join()).not.toContain('the newest code is judged')
    expect(openEnds(of({ isNewer: true, light })).join()).toContain('the newest code is judged')
  })

  it.each(['Finished by candidate', 'Time over'])(
    'stands on the end page as not counted (%s)',
    (endReason) => {
      expect(notCountedLines(of({}, { endReason }))).toEqual([SAID])
    },
  )
})

describe('before a finish', () => {
  it('names the questions that are open and those whose choice is not saved', () => {
    const of = snapshot({ 11: saved(1), 12: chosen(3) })
    expect(openEnds(of)).toEqual([
      '2 questions without an answer: 3 and 4.',
      'Question 2: choice not saved, it will not count.',
    ])
  })

  it('names the problems that are not submitted, those without code apart, and what is flagged', () => {
    const drafts = { '1:7': { text: 'print(1)' }, '2:7': { text: '  \n' }, '3:7': { text: 'x' } }
    const submissions = [
      { problemId: 3, stage: 'held' },
      { problemId: 3, stage: 'kept' },
      { problemId: 4, stage: 'held' },
    ]
    const problems = [
      { id: 1, title: 'Echo' },
      { id: 2, title: 'Emptied' },
      { id: 3, title: 'Submitted' },
      { id: 4, title: 'Late' },
    ]
    const of = snapshot({}, { drafts, submissions } as unknown as Partial<TestSnapshot>)
    const { content } = of
    if (!content) throw new Error('no content')
    const view = { drive: { allow_coding: true, allow_mcq: true } }
    const test = { ...of, content: { ...content, problems, view } } as unknown as TestSnapshot
    const lines = openEnds(test, { flaggedProblems: [3], flaggedQuestions: [12] })
    expect(lines.slice(1)).toEqual([
      '1 Echo is not submitted. Its latest code will be judged.',
      '1 problem without any code.',
      'What was submitted of 4 Late does not count as it stands.',
      'Flagged: 3 Submitted, question 2.',
    ])
  })

  it('tells what is on this device alone while the server is out of reach, and only then', () => {
    const total = { state: 'device', at: null, waiting: 3 } as const
    const of = (state: 'offline' | 'online' | 'captive', waiting = 3) =>
      openEnds(
        snapshot(
          { 11: saved(1), 12: saved(2), 13: saved(3), 14: saved(4) },
          { total: { ...total, waiting }, connection: { state, since: 1, nextTryAt: null } },
        ),
      )
    expect(of('online')).toEqual([])
    expect(of('offline', 0)).toEqual([])
    expect(of('offline')).toEqual([expect.stringMatching(/^3 changes are only on this device so far\./)])
    expect(of('captive', 1)).toEqual([expect.stringMatching(/^1 change is only on this device so far\./)])
  })

  it('tells a choice that is not saved from an open question in the number rail', () => {
    expect(questionState(onTheWire.single, chosen(1), true)).toBe('chosen')
    expect(questionState(onTheWire.single, { selected: [2], saved: [1], light }, true)).toBe('chosen')
    expect(questionState(onTheWire.single, undefined, true)).toBe('open')
  })
})
