import { describe, expect, it } from 'vitest'
import { letterOf } from '#contract/letters.ts'
import { onTheWire } from '#contract/questionKinds.ts'
import type { ProblemView } from '#contract/views/candidate.ts'
import type { SubmissionItem } from '#pwa/attempt/api.ts'
import { afterSaved, readPosition, settle, toggleFlag } from '#pwa/candidate/exam/hooks/position.ts'
import { problemState, questionState } from '#pwa/candidate/exam/rail/states.ts'
import { firstTab } from '#pwa/candidate/exam/result/ResultPane.tsx'
import { compareLines, decodeStream, firstDifference } from '#pwa/candidate/exam/result/text.ts'
import { formatCounts, verdictSign } from '#pwa/candidate/exam/result/verdict.ts'
import { formatRanges, groupCode } from '#pwa/candidate/format.ts'
import { isBlockedKey, isCopyPress, isDevToolsKey, type KeyFacts } from '#pwa/candidate/keys.ts'

const key = (name: string, held: Partial<KeyFacts> = {}): KeyFacts => ({
  key: name,
  code: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})
const ctrl = { ctrlKey: true }

describe('blocked keys', () => {
  it.each([
    ['F5', key('F5')],
    ['F11', key('F11')],
    ['F12', key('F12')],
    ['Escape', key('Escape')],
    ['Ctrl+C', key('c', ctrl)],
    ['Ctrl+S', key('s', ctrl)],
    ['Ctrl+V', key('v', ctrl)],
    ['Ctrl+U', key('U', ctrl)],
    ['Cmd+V', key('v', { metaKey: true })],
    ['Ctrl+Shift+I', key('I', { ctrlKey: true, shiftKey: true })],
    ['Ctrl+Shift+J', key('J', { ctrlKey: true, shiftKey: true })],
  ])('%s is blocked on the test screen', (_name, facts) => {
    expect(isBlockedKey(facts, 'elsewhere')).toBe(true)
  })

  const shifted = { ctrlKey: true, shiftKey: true }
  it.each([
    ['Ctrl+Shift+Ш', key('Ш', { ...shifted, code: 'KeyI' }), true],
    ['Ctrl+Shift+О', key('О', { ...shifted, code: 'KeyJ' }), true],
    ['Ctrl+Г', key('г', { ...ctrl, code: 'KeyU' }), true],
    ['Ctrl+С', key('с', { ...ctrl, code: 'KeyC' }), true],
    ['Cmd+М', key('м', { metaKey: true, code: 'KeyV' }), true],
    ['Ctrl with the key of an input method', key('Process', { ...ctrl, code: 'KeyS' }), true],
    ['Ctrl+Д', key('д', { ...ctrl, code: 'KeyL' }), false],
    ['Ctrl+K of a Dvorak keyboard, on the place of V', key('k', { ...ctrl, code: 'KeyV' }), false],
    ['Ctrl+C of a Dvorak keyboard, on the place of I', key('c', { ...ctrl, code: 'KeyI' }), true],
  ])('%s, by the place of the key where the layout has no Latin letters', (_name, facts, blocked) => {
    expect(isBlockedKey(facts, 'elsewhere')).toBe(blocked)
    if (blocked && facts.shiftKey) expect(isDevToolsKey(facts)).toBe(true)
  })

  it('leaves Escape and the clipboard keys to the editor, and nothing else', () => {
    expect(isBlockedKey(key('Escape'), 'editor')).toBe(false)
    expect(isBlockedKey(key('c', ctrl), 'editor')).toBe(false)
    expect(isBlockedKey(key('v', ctrl), 'editor')).toBe(false)
    expect(isBlockedKey(key('s', ctrl), 'editor')).toBe(true)
    expect(isBlockedKey(key('F12'), 'editor')).toBe(true)
  })

  it('takes keys held down for one try to copy', () => {
    expect(isCopyPress({ ...key('c', ctrl), repeat: false })).toBe(true)
    expect(isCopyPress({ ...key('c', ctrl), repeat: true })).toBe(false)
    expect(isCopyPress({ ...key('C', { ctrlKey: true, shiftKey: true }), repeat: false })).toBe(false)
  })

  it('blocks only the developer tools on the form', () => {
    expect(isDevToolsKey(key('u', ctrl))).toBe(true)
    expect(isDevToolsKey(key('c', ctrl))).toBe(false)
    expect(isDevToolsKey(key('i'))).toBe(false)
  })
})

describe('a verdict', () => {
  it.each([
    [6, { time_limit: 3 }, '6 passed, 3 × time limit'],
    [0, { wrong_answer: 1, runtime_error: 2 }, '0 passed, 1 × wrong answer, 2 × runtime error'],
    [3, {}, null],
    [3, undefined, null],
  ])('tells why %i tests passed and others did not', (passed, failures, words) => {
    expect(formatCounts(passed, failures)).toBe(words)
  })

  it('calls no answer wrong that was not looked at', () => {
    expect(verdictSign('engine_error', false).word).toBe('Could not be run')
    expect(verdictSign('sandbox_violation', false).word).toBe('Forbidden call')
    // A problem that a program judges, on the candidate's own device.
    expect(verdictSign('ok', false).word).toBe('Not judged here')
    expect(verdictSign('partly', false).word).toBe('Partly right')
  })

  it.each([
    ['nothing was done yet', null, null, 'output'],
    ['it only ran', { at: 5 }, null, 'output'],
    ['it was submitted', null, { madeAt: 1_005 }, 'final'],
    ['it ran before it was submitted', { at: 4 }, { madeAt: 1_005 }, 'final'],
    ['it ran after it was submitted', { at: 6 }, { madeAt: 1_005 }, 'output'],
  ])('is shown at first, or the Run, where %s', (_, run, submission, tab) => {
    expect(firstTab(run, submission, 1_000)).toBe(tab)
  })
})

describe('the place', () => {
  const facts = { allowCoding: true, allowMcq: true, problemIds: [3, 4], questionIds: [7, 8] }

  it('begins with coding', () => {
    expect(settle({}, facts)).toMatchObject({
      section: 'problems',
      problemId: 3,
      seenProblems: [3],
      seenQuestions: [],
    })
  })

  it('comes back to the same question', () => {
    const place = settle({ section: 'mcqs', questionId: 8, seenQuestions: [7] }, facts)
    expect(place).toMatchObject({ section: 'mcqs', questionId: 8, seenQuestions: [7, 8] })
  })

  it('goes on from a saved question', () => {
    const place = settle({ section: 'mcqs', questionId: 7 }, facts)
    expect(afterSaved(place, 7, facts)).toMatchObject({
      section: 'mcqs',
      questionId: 8,
      seenQuestions: [7, 8],
    })
    expect(afterSaved(settle({ section: 'mcqs', questionId: 8 }, facts), 8, facts).questionId).toBe(8)
  })

  it('stays where the person went while the question was saved', () => {
    const coding = settle({ section: 'problems', problemId: 3, questionId: 7 }, facts)
    expect(afterSaved(coding, 7, facts)).toMatchObject({
      section: 'problems',
      problemId: 3,
      questionId: 8,
      seenQuestions: [],
    })
    const back = settle({ section: 'mcqs', questionId: 8 }, facts)
    expect(afterSaved(back, 7, facts)).toBe(back)
  })

  it('keeps a flag on the open item until it is taken away, through steps and a reload', () => {
    const flagged = toggleFlag(settle({ section: 'mcqs', questionId: 7 }, facts))
    expect(flagged).toMatchObject({ flaggedQuestions: [7], flaggedProblems: [] })
    const back = settle(readPosition(1, { candidateId: 1, ...afterSaved(flagged, 7, facts) }), facts)
    expect(back).toMatchObject({ questionId: 8, flaggedQuestions: [7] })
    expect(toggleFlag(settle({ ...back, questionId: 7 }, facts)).flaggedQuestions).toEqual([])
    expect(toggleFlag(settle({ ...back, section: 'problems' }, facts)).flaggedProblems).toEqual([3])
  })

  it('never stands in a section or at an item that the test does not have', () => {
    const place = settle({ section: 'mcqs', problemId: 99 }, { ...facts, allowMcq: false })
    expect(place).toMatchObject({ section: 'problems', problemId: 3 })
  })
})

describe('states of items', () => {
  const problem = { id: 1 } as ProblemView
  const item = (stage: SubmissionItem['stage'], passed = 0): SubmissionItem => ({
    opId: String(passed),
    problemId: 1,
    languageId: 1,
    madeAt: 0,
    stage,
    reason: stage === 'rejected' || stage === 'held' ? 'for a reason' : null,
    result: {
      submission_id: 1,
      problem_id: 1,
      status: 'accepted',
      submission_count: 1,
      total_testcases: 8,
      passed_testcases: passed,
      judged_testcases: 8,
      marks: passed,
    },
  })

  it.each([
    [[], {}, false, 'Unseen'],
    [[], {}, true, 'Open'],
    [[], { '1:2': { text: 'x', light: null } }, true, 'Draft, not submitted'],
    [[item('kept')], {}, true, 'Submission queued'],
    [[item('judged', 8), item('judged', 5)], {}, true, 'Submitted, 8 of 8 passed'],
    [[item('judged', 5), item('rejected')], {}, true, 'Submitted, 5 of 8 passed'],
    [[item('judged', 5), item('held')], {}, true, 'Submitted, 5 of 8 passed'],
    [[item('held')], { '1:2': { text: 'x', light: null } }, true, 'Submission not counted'],
    [
      [item('judged', 5)],
      { '1:2': { text: 'x', light: null, isNewer: true as const } },
      true,
      'Submitted, 5 of 8 passed; changed since',
    ],
    [
      [item('judged', 5)],
      { '11:2': { text: 'x', light: null, isNewer: true as const } },
      true,
      'Submitted, 5 of 8 passed',
    ],
  ])('case %#: %s', (submissions, drafts, seen, words) => {
    const state = problemState(problem, { submissions, drafts }, seen)
    expect(state.words).toBe(words)
    // A submission that counts for nothing yet is not counted among those submitted.
    expect(state.submitted).toBe(submissions.some(({ stage }) => stage !== 'rejected' && stage !== 'held'))
  })

  it('counts a question as answered once its choice is saved', () => {
    expect(questionState(onTheWire.single, { selected: [1], saved: null, light: null }, false)).toBe('chosen')
    expect(questionState(onTheWire.single, { selected: [1], saved: [1], light: null }, true)).toBe('answered')
    expect(questionState(onTheWire.single, { selected: [], saved: [], light: null }, false)).toBe('unseen')
  })
})

describe('output', () => {
  it('finds the first line that differs and forgives blanks at the end', () => {
    expect(firstDifference('2\n5\n5\n', '2 \n4\n5')).toBe(2)
    expect(firstDifference('2\n5', '2\n5\n')).toBeNull()
    expect(firstDifference('1', '1\n2')).toBe(2)
    expect(compareLines('2\n5', '2\n4').map((line) => line.differs)).toEqual([false, true])
  })

  it('reads base64 of UTF-8, broken off anywhere', () => {
    expect(decodeStream(btoa(String.fromCharCode(0xc3, 0xa4)))).toBe('ä')
    expect(decodeStream(btoa(String.fromCharCode(0x61, 0xc3)))).toBe('a\ufffd')
    expect(decodeStream(null)).toBe('')
  })
})

describe('words', () => {
  it('labels options from A onwards', () => {
    expect([0, 1, 25, 26].map(letterOf)).toEqual(['A', 'B', 'Z', 'AA'])
  })

  it('tells numbers as ranges', () => {
    expect(formatRanges([1, 2, 3, 4])).toBe('1 to 4')
    expect(formatRanges([19, 20])).toBe('19 and 20')
    expect(formatRanges([1, 2, 3, 7])).toBe('1 to 3 and 7')
    expect(formatRanges([5])).toBe('5')
  })

  it('groups the receipt code', () => {
    expect(groupCode('7Q2MX9KD4TJC')).toBe('7Q2M-X9KD-4TJC')
  })
})
