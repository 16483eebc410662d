import { deflateRawSync } from 'node:zlib'
import { z } from 'zod'
import type { Op, OpType } from '#contract/ops.ts'
import type { MovedLogRow } from '#db/queries/movedLogs.ts'
import type { Row, Value } from '#db/queries/moving.ts'
import { hashHolds } from '../../attempts/chain.ts'
import {
  asideOriginOf,
  type LogOrigin,
  type NumberKind,
  numberKinds,
  numberPairs,
  originOf,
  originsOf,
  type Renumber,
  renumbered,
  renumberedKey,
} from '../../attempts/movedLog.ts'
import { storedText } from '../../attempts/storedBody.ts'

const chosen = z.array(z.int())

/**
 * A test's log with the numbers of here, and the note by which whoever checks its hashes turns it back. A part that the source
 * itself had from elsewhere keeps the note of that, told in the numbers of here.
 */
export class LogHere {
  readonly #number: Renumber
  /** The archive's notes of where the log came from before, and what they say. */
  readonly #before: readonly MovedLogRow[]
  readonly #origins: readonly LogOrigin[]
  readonly #used = new Map<NumberKind, Map<number, number>>(numberKinds.map((kind) => [kind, new Map()]))

  constructor(number: Renumber, before: readonly MovedLogRow[]) {
    this.#number = number
    this.#before = before
    this.#origins = originsOf(before)
  }

  /** Answers the number here, and notes that the log names it. */
  readonly #noted =
    (used: Map<NumberKind, Map<number, number>>): Renumber =>
    (kind, there) => {
      const here = this.#number(kind, there)
      if (here !== undefined) used.get(kind)?.set(here, there)
      return here
    }

  /** The words of an op here; the same where it names something that never came. */
  #told(op: Op & { type: string }, origin: LogOrigin | undefined): Pick<Op, 'key' | 'body'> {
    // The source kept it as it was written: so does this server.
    const there = origin && renumbered(op, origin.toThere)
    if (origin && !(there && hashHolds({ ...op, key: there.key }))) return op
    const used = new Map<NumberKind, Map<number, number>>(numberKinds.map((kind) => [kind, new Map()]))
    const told = renumbered(op, this.#noted(used))
    if (!told) return op
    for (const [kind, pairs] of used) for (const [here, own] of pairs) this.#used.get(kind)?.set(here, own)
    return told
  }

  op(row: Row, ref: string): Row {
    const body = Buffer.isBuffer(row.body) ? textOf(row.body, row.body_deflated === 1) : null
    if (body === undefined) return row
    const op = { ...(row as unknown as Op), type: row.type as OpType, attempt_id: ref, body }
    const told = this.#told(op, originOf(this.#origins, Number(row.seq)))
    if (told.body === body || told.body === null) return { ...row, key: told.key }
    const plain = Buffer.from(told.body)
    return { ...row, key: told.key, body: row.body_deflated === 1 ? deflateRawSync(plain) : plain }
  }

  aside(row: Row): Row {
    try {
      const op = JSON.parse(String(row.op)) as Op
      const { key, body } = this.#told(op, asideOriginOf(this.#origins, Number(row.received_at)))
      const text = JSON.stringify({ ...op, key, body })
      return { ...row, key, op: text, bytes: Buffer.byteLength(text) }
    } catch {
      // It cannot be read on the source either, whose check says so.
      return row
    }
  }

  key(key: Value | undefined): string {
    return renumberedKey(String(key), this.#number) ?? String(key)
  }

  /** An answer: choices are lists of options, and programs are texts. */
  answer(row: Row): Row {
    const isChoice = String(row.key).startsWith('mcq:')
    const told = (value: Value | undefined): Value => {
      if (typeof value !== 'string' || !isChoice) return value ?? null
      const options = chosen.parse(JSON.parse(value))
      return JSON.stringify(options.map((id) => this.#number('option', id) ?? id))
    }
    const { saved, selected, verified } = row
    return {
      ...row,
      key: this.key(row.key),
      saved: told(saved),
      selected: told(selected),
      verified: told(verified),
    }
  }

  /** @param receiptKey of the source, PEM */
  origins(headSeq: number, receiptKey: string, movedAt: number): Row[] {
    const own: Row = {
      head_seq: headSeq,
      moved_at: movedAt,
      receipt_key: receiptKey,
      numbers: JSON.stringify(Object.fromEntries([...this.#used].map(([kind, pairs]) => [kind, [...pairs]]))),
    }
    return [...this.#before.map((row) => this.#beforeHere(row)), own]
  }

  #beforeHere({ head_seq, moved_at, receipt_key, numbers }: MovedLogRow): Row {
    const pairs = numberPairs(numbers)
    const here = Object.fromEntries(
      numberKinds.map((kind) => [
        kind,
        (pairs[kind] ?? []).flatMap(([there, first]) => {
          const own = this.#number(kind, there)
          return own === undefined ? [] : [[own, first]]
        }),
      ]),
    )
    return { head_seq, moved_at, receipt_key, numbers: JSON.stringify(here) }
  }
}

function textOf(body: Buffer, isDeflated: boolean): string | undefined {
  try {
    return storedText(body, isDeflated)
  } catch {
    return undefined
  }
}
