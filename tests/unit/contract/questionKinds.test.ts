import { describe, expect, it } from 'vitest'
import { consoleTexts } from '#contract/consoleTexts.ts'
import {
  answerLetters,
  isAnsweredRight,
  isSameAnswer,
  kindFields,
  kindOnTheWireOf,
  nextSelection,
  onTheWire,
  questionKindOf,
  questionKinds,
  refuseOptions,
  rightError,
} from '#contract/questionKinds.ts'

const options = [1, 2, 3, 4].map((id) => ({ id, is_answer: id % 2 === 0 }))

describe('the kinds of questions', () => {
  it.each(questionKinds)('%s is named on the wire as it is read from it', (kind) => {
    expect(questionKindOf(onTheWire[kind])).toBe(kind)
    expect(Object.keys(onTheWire[kind])).toEqual(kindFields())
    expect(kindOnTheWireOf(Object.assign({ id: 1 }, onTheWire[kind]))).toEqual(onTheWire[kind])
  })

  it('a click chooses the one option of a single choice, and one more or one fewer of a multiple choice', () => {
    expect([nextSelection.single([], 2), nextSelection.single([1], 2), nextSelection.single([2], 2)]).toEqual(
      [[2], [2], [2]],
    )
    expect([nextSelection.multiple([3], 1), nextSelection.multiple([3, 1], 3)]).toEqual([[3, 1], [1]])
  })

  it.each(questionKinds)('%s is the same answer in whatever order it was clicked', (kind) => {
    const isSame = isSameAnswer[kind]
    expect([isSame([1, 3], [3, 1]), isSame([], [])]).toEqual([true, true])
    expect([isSame([1], [1, 3]), isSame([1, 3], [1]), isSame([1], [2])]).toEqual([false, false, false])
  })

  it.each(questionKinds)(
    '%s is answered by the letters of what was chosen, as they stand on the page',
    (kind) => {
      expect(answerLetters[kind](options, [4, 1])).toEqual(['A', 'D'])
      expect(answerLetters[kind](options, [9])).toEqual([])
    },
  )

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
    expect([0, 1, 2].map((right) => rightError.single(right))).toEqual([
      consoleTexts.oneCorrect,
      null,
      consoleTexts.onlyOneCorrect,
    ])
    expect([0, 1, 2].map((right) => rightError.multiple(right))).toEqual([
      consoleTexts.oneCorrect,
      null,
      null,
    ])
  })
})
