import { describe, expect, it } from 'vitest'
import { consoleTexts } from '#contract/consoleTexts.ts'
import {
  isAnsweredRight,
  onTheWire,
  questionKindOf,
  questionKinds,
  refuseOptions,
  rightFault,
} from '#contract/questionKinds.ts'

const options = [1, 2, 3, 4].map((id) => ({ id, is_answer: id % 2 === 0 }))

describe('the kinds of questions', () => {
  it.each(questionKinds)('%s is named on the wire as it is read from it', (kind) => {
    expect(questionKindOf(onTheWire[kind])).toBe(kind)
  })

  it('one option is the most that answers a single choice', () => {
    expect([[], [1], [1, 2]].map((chosen) => refuseOptions.single(chosen))).toEqual([
      null,
      null,
      'single_choice',
    ])
    expect(refuseOptions.multiple([1, 2, 3])).toBeNull()
  })

  it.each(questionKinds)('%s is right with exactly the right options, in whatever order', (kind) => {
    const isRight = (...chosen: number[]) => isAnsweredRight[kind](chosen, options)
    expect(isRight(4, 2)).toBe(true)
    expect([isRight(2), isRight(2, 4, 1), isRight(2, 3), isRight()]).toEqual([false, false, false, false])
    // A question without a right option is answered right by nobody.
    expect(isAnsweredRight[kind]([], [{ id: 1, is_answer: false }])).toBe(false)
  })

  it('a single choice has one right option, a multiple choice has some', () => {
    expect([0, 1, 2].map((right) => rightFault.single(right))).toEqual([
      consoleTexts.oneCorrect,
      null,
      consoleTexts.onlyOneCorrect,
    ])
    expect([0, 1, 2].map((right) => rightFault.multiple(right))).toEqual([
      consoleTexts.oneCorrect,
      null,
      null,
    ])
  })
})
