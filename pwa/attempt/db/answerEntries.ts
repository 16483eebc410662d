import { draftEntry, type NewEntry } from './append.ts'
import type { AnswerRecord } from './schema.ts'

/** The entries that make an answer anew where the ops it came from are gone: a program, or a choice and its saving. */
export function answerEntries({ key, value, saved }: AnswerRecord): NewEntry[] {
  const [kind, first, second] = key.split(':')
  if (kind === 'code') return [draftEntry(Number(first), Number(second), String(value))]
  const choice = (type: 'mcq_save' | 'mcq_select', selected_options: number[]): NewEntry => ({
    type,
    key,
    body: { question_id: Number(first), selected_options },
  })
  const isSame = saved !== null && JSON.stringify(saved) === JSON.stringify(value)
  return [
    ...(saved === null ? [] : [choice('mcq_save', saved)]),
    ...(isSame ? [] : [choice('mcq_select', value as number[])]),
  ]
}
