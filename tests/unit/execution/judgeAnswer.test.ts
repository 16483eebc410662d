import { describe, expect, it } from 'vitest'
import { type JudgeEnd, readAnswer, shareOf } from '#api/execution/judging/answer.ts'

const end = (exitCode: number | null, more: Partial<JudgeEnd> = {}): JudgeEnd => ({
  ...{ exitCode, stopped: null, stderr: '', feedback: {} },
  ...more,
})

describe('an output validator', () => {
  it.each<[JudgeEnd, string, number]>([
    [end(42), 'accepted', 1],
    [end(43), 'wrong', 0],
    [end(42, { feedback: { 'score_multiplier.txt': '0.25\n' } }), 'accepted', 0.25],
    [end(42, { feedback: { 'score_multiplier.txt': '7' } }), 'accepted', 1],
    [end(42, { feedback: { 'score_multiplier.txt': '-1' } }), 'accepted', 0],
    [end(42, { feedback: { 'score_multiplier.txt': 'lots' } }), 'accepted', 1],
    [end(42, { feedback: { 'score.txt': '5' } }), 'accepted', 0.5],
    [end(42, { feedback: { 'score.txt': '50' } }), 'accepted', 1],
    [end(42, { feedback: { 'score.txt': '0' } }), 'accepted', 0],
    [end(43, { feedback: { 'score_multiplier.txt': '1' } }), 'wrong', 0],
    [end(42, { feedback: { 'score.txt': '1', 'score_multiplier.txt': '0.5' } }), 'accepted', 0.5],
    [end(0), 'fault', 0],
    [end(1), 'fault', 0],
    [end(null, { stopped: 'was ended by SIGSEGV' }), 'fault', 0],
    [end(42, { stopped: 'used up its time' }), 'fault', 0],
  ])('%j → %s, %d', (ended, verdict, share) => {
    const answer = readAnswer('validator', ended)
    expect(answer.verdict).toBe(verdict)
    expect(shareOf(answer, 10)).toBe(share)
  })

  it('speaks to staff by its files and its standard error', () => {
    const feedback = { 'judgemessage.txt': 'line 3 differs\n', 'judgeerror.txt': '' }
    expect(readAnswer('validator', end(43, { feedback, stderr: 'seen' })).message).toBe(
      'line 3 differs\nseen',
    )
    expect(readAnswer('validator', end(43, { feedback: { 'judgeerror.txt': 'e' } })).message).toBe('e')
    expect(readAnswer('validator', end(43, { stderr: 'x'.repeat(5_000) })).message).toHaveLength(4_000)
    expect(readAnswer('validator', end(2, { stderr: 'oops' })).message).toBe(
      'The judge’s program ended with exit code 2.\noops',
    )
  })

  it('asks for another pass only with a program it accepts so far', () => {
    const feedback = { 'nextpass.in': 'again\n', state: 'x' }
    expect(readAnswer('validator', end(42, { feedback }))).toMatchObject({
      nextInput: 'again\n',
      feedback: { state: 'x' },
    })
    expect(readAnswer('validator', end(43, { feedback })).nextInput).toBe(null)
  })
})

describe('a program on testlib.h', () => {
  it.each<[JudgeEnd, string, number]>([
    [end(0), 'accepted', 1],
    [end(1), 'wrong', 0],
    [end(2), 'wrong', 0],
    [end(8), 'wrong', 0],
    [end(3, { stderr: 'FAIL the answer is wrong' }), 'fault', 0],
    [end(7, { stderr: 'points 2.5 half' }), 'accepted', 0.25],
    [end(7, { stderr: 'nothing' }), 'fault', 0],
    [end(4), 'wrong', 0],
    [end(5), 'accepted', 0.05],
    [end(50), 'accepted', 0.5],
    [end(100), 'accepted', 1],
    [end(101), 'fault', 0],
    [end(116), 'fault', 0],
    [end(null), 'fault', 0],
  ])('%j → %s, %d', (ended, verdict, share) => {
    const answer = readAnswer('testlib', ended)
    expect(answer.verdict).toBe(verdict)
    expect(shareOf(answer, 10)).toBeCloseTo(share)
  })
})
