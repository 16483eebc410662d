import { z } from 'zod'
import { isWork, type Op } from '#contract/ops.ts'
import type { MovedLogRow } from '#db/queries/movedLogs.ts'
import { replaceNumbers } from './jsonNumbers.ts'

/**
 * Logs that came from another installation. Their ops name problems, questions, options and languages by the numbers those
 * have here, as every reader of a log expects; they were hashed with the numbers there. So whoever checks a hash turns them
 * back first. An op that names something which never came is kept as it was written.
 */

export const numberKinds = ['problem', 'question', 'option', 'language'] as const
export type NumberKind = (typeof numberKinds)[number]

/** Answers the number that stands for one; undefined where nothing does. */
export type Renumber = (kind: NumberKind, id: number) => number | undefined

/** The parts of an op that name things by number. */
export type Numbered = Pick<Op, 'key' | 'body'> & { type: string }
type Told = Pick<Op, 'key' | 'body'>

const CHOICE = /^mcq:(\d{1,15})$/
const CODE = /^code:(\d{1,15}):(\d{1,15})$/

/** A key of an answer with other numbers; null where one of them stands for nothing, or it is no such key. */
export function renumberedKey(key: string, to: Renumber): string | null {
  const choice = CHOICE.exec(key)
  if (choice) {
    const question = to('question', Number(choice[1]))
    return question === undefined ? null : `mcq:${question}`
  }
  const code = CODE.exec(key)
  if (!code) return null
  const problem = to('problem', Number(code[1]))
  const language = to('language', Number(code[2]))
  return problem === undefined || language === undefined ? null : `code:${problem}:${language}`
}

const CHOICE_FIELDS = { question_id: 'question', selected_options: 'option' } as const
const CODE_FIELDS = { problem_id: 'problem', language_id: 'language' } as const

/**
 * An op with other numbers; every other sign of its body stays, so that turning it back gives the text that was hashed.
 * @returns null where it names something by a number that stands for nothing, or cannot be read
 */
export function renumbered({ type, key, body }: Numbered, to: Renumber): Told | null {
  if (!isWork(type)) return { key, body }
  const ownKey = renumberedKey(key, to)
  if (ownKey === null || body === null) return ownKey === null ? null : { key: ownKey, body }
  const fields: Readonly<Record<string, NumberKind>> = type.startsWith('mcq') ? CHOICE_FIELDS : CODE_FIELDS
  const own = replaceNumbers(body, (field, number) => {
    const kind = fields[field]
    return kind === undefined ? undefined : to(kind, number)
  })
  return own === null ? null : { key: ownKey, body: own }
}

/** The installation that wrote a part of a log. */
export interface LogOrigin {
  headSeq: number
  movedAt: number
  receiptKey: string
  toThere: Renumber
  toHere: Renumber
}

const pairsSchema = z.partialRecord(z.enum(numberKinds), z.array(z.tuple([z.int(), z.int()])))

/** Nothing where somebody spoilt them: then no hash holds, and the seal over the row does not either. */
export function numberPairs(json: string): z.output<typeof pairsSchema> {
  try {
    return pairsSchema.parse(JSON.parse(json))
  } catch {
    return {}
  }
}

export const originsOf = (rows: readonly MovedLogRow[]): LogOrigin[] =>
  rows.map(({ head_seq, moved_at, receipt_key, numbers }) => {
    const pairs = numberPairs(numbers)
    const maps = (turned: boolean) =>
      new Map(
        numberKinds.map((kind) => [
          kind,
          new Map((pairs[kind] ?? []).map(([here, there]) => (turned ? [there, here] : [here, there]))),
        ]),
      )
    const there = maps(false)
    const here = maps(true)
    return {
      headSeq: head_seq,
      movedAt: moved_at,
      receiptKey: receipt_key,
      toThere: (kind, id) => there.get(kind)?.get(id),
      toHere: (kind, id) => here.get(kind)?.get(id),
    }
  })

/** The installation that a change of the log came from; undefined: this one. */
export const originOf = (origins: readonly LogOrigin[], seq: number): LogOrigin | undefined =>
  origins.find(({ headSeq }) => seq <= headSeq)

/** The same of work beside the log, by when it came. */
export const asideOriginOf = (origins: readonly LogOrigin[], receivedAt: number): LogOrigin | undefined =>
  origins.find(({ movedAt }) => receivedAt <= movedAt)

/**
 * Key and body of an op as they were hashed. One that could have been turned when it came must have been: put back to the
 * numbers of there it would speak of something else here, and is not taken for the one that was hashed.
 * @param holds whether the op's own hash is that of a header with this key
 * @returns null where it is neither of both
 */
export function asHashed(
  origin: LogOrigin | undefined,
  op: Numbered,
  holds: (key: string) => boolean,
): Told | null {
  const asItIs = { key: op.key, body: op.body }
  if (!origin) return asItIs
  const there = renumbered(op, origin.toThere)
  if (there && holds(there.key)) return there
  return renumbered(op, origin.toHere) === null ? asItIs : null
}
