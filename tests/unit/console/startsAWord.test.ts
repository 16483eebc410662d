import { expect, test } from 'vitest'
import { startsAWord } from '#pwa/console/app/shell/useOptions.ts'

test.each([
  ['Feedbacks', 'back', false],
  ['Feedbacks', 'feed', true],
  ['Audit Log', 'log', true],
  ['Audit Log', 'udit', false],
  ['Audit Log', ' AUDIT l', true],
  ['Audit Log', 'og', false],
  ['Problem bank', 'c++ (', false],
  ['Users', '', false],
])('%j is found by %j: %s', (name, typed, isFound) => expect(startsAWord(name, typed)).toBe(isFound))
