import { expect, test } from 'vitest'
import type { z } from 'zod'
import { accommodationForm, lateNoteForm, messageForm, minutesForm } from '#contract/forms/attempt.ts'

/** Each boundary of the dialogs about one candidate, from both sides. */

const takes = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success
const percent = (typed: string) => takes(accommodationForm, { percent: typed, lifted: [] })
const minutes = (typed: string) => takes(minutesForm, { minutes: typed })
const message = (typed: string) => takes(messageForm, { text: typed })
const note = (typed: string) => takes(lateNoteForm, { note: typed })

test.each<[string, (typed: string) => boolean, string, boolean]>([
  ['percent', percent, '0', true],
  ['percent', percent, '-1', false],
  ['percent', percent, '300', true],
  ['percent', percent, '301', false],
  ['percent', percent, ' 25 ', true],
  ['percent', percent, '2.5', false],
  ['percent', percent, '1e2', false],
  ['percent', percent, '', false],
  ['percent', percent, '0000300', false],
  ['minutes', minutes, '0', false],
  ['minutes', minutes, '1', true],
  ['minutes', minutes, '600', true],
  ['minutes', minutes, '601', false],
  ['a message', message, ' ', false],
  ['a message', message, 'x', true],
  ['a message', message, 'x'.repeat(500), true],
  ['a message', message, ` ${'x'.repeat(500)} `, true],
  ['a message', message, 'x'.repeat(501), false],
  ['a note', note, '', true],
  ['a note', note, 'x'.repeat(500), true],
  ['a note', note, 'x'.repeat(501), false],
])('%s', (_, judge, typed, isTaken) => {
  expect(judge(typed)).toBe(isTaken)
})
