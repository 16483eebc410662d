import { z } from 'zod'
import { consoleTexts } from '../consoleTexts.ts'
import { isoTime, text, upTo } from '../primitives.ts'

/**
 * The fields staff types into the dialogs about one candidate, and about sending results. Numbers come as they are
 * typed.
 */

const wholeNumber = (from: number, to: number) => {
  const sentence = `A whole number from ${from} to ${to}`
  return upTo(1_000, { tooLong: sentence })
    .trim()
    .regex(/^\d{1,6}$/, sentence)
    .transform(Number)
    .refine((n) => n >= from && n <= to, sentence)
}

/** Extra time in percent of the allotted time, and the rules that do not count. */
export const accommodationForm = z.object({ percent: wholeNumber(0, 300), lifted: z.array(upTo(100)) })

export const minutesForm = z.object({ minutes: wholeNumber(1, 600) })

const TOO_LONG = 'At most 500 characters'
/** Trimmed before it is measured. */
const typed = text(2_000, { tooLong: TOO_LONG }).trim()

export const messageForm = z.object({
  text: typed.min(1, 'Write a message').max(500, TOO_LONG),
})

export const recipientsForm = z.object({
  user_ids: z.array(upTo(20)).min(1, consoleTexts.selectEmail),
})

const note = typed.max(500, TOO_LONG)

/** The note typed beside a decision about late work. */
export const lateNoteForm = z.object({ note })

const MAX_DECIDED = 200

export const lateDecisionBody = z.strictObject({
  op_ids: z
    .array(upTo(64).regex(/^[\w-]{16,64}$/))
    .min(1, 'Choose at least one piece of work')
    .max(MAX_DECIDED),
  decision: z.enum(['accepted', 'rejected']),
  note: note.default(''),
  /** When each of them was decided, as it was read; null: not yet. Without it whatever stands there is written over. */
  was: z.array(isoTime.nullable()).max(MAX_DECIDED).optional(),
})
export type LateDecisionBody = z.infer<typeof lateDecisionBody>
