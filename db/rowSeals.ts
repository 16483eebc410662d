import type Sqlite from 'better-sqlite3'
import { isSealedForm, ownerForm, SEALED_TABLES, sealedForm } from './sealedRows.ts'

/** The part of the keys that seals need. */
export interface RowSealer {
  /** The weight that a row adds to the sum of its attempt. */
  weigh(row: string): bigint
  /**
   * The seal after a change of the sum; a new attempt's begins at nothing.
   * @returns null where the one before does not hold: what is broken stays broken
   */
  reseal(of: SealedAttempt, change: bigint, isNew: boolean): string | null
}

export interface SealedAttempt {
  id: number
  ref: string
  rows_seal: string
}

/**
 * Keeps each attempt's seal over its rows beside the log, whoever writes them: triggers of this connection alone tell of
 * every row that comes, changes or goes, and the seal is written in the same transaction. The sum is of weights, so rows
 * have no order, and a change costs as much as it is large.
 */
export class RowSeals {
  readonly #sealer: RowSealer
  readonly #find: Sqlite.Statement<[number], SealedAttempt>
  readonly #write: Sqlite.Statement<[string, number]>
  #changes = new Map<number, bigint>()
  #born = new Set<number>()
  #watched = new Set<number>()

  constructor(connection: Sqlite.Database, sealer: RowSealer) {
    this.#sealer = sealer
    connection.function('row_changed', (id, before, after) => {
      this.#note(Number(id), before, after)
      return null
    })
    connection.function('attempt_born', (id) => {
      this.#born.add(Number(id))
      return null
    })
    for (const table of SEALED_TABLES) {
      const { name, columns, later = [], blob, isToldByWriter } = table
      const trigger = (on: string, before: 'OLD' | null, after: 'NEW' | null): void => {
        const isSealed = [before, after].flatMap((of) => (of ? isSealedForm(table, of) : [])).join(' OR ')
        const forms = [before, after].map((of) => (of ? sealedForm(table, of) : 'NULL'))
        const born = name === 'attempts' && before === null ? 'SELECT attempt_born(NEW.id);' : ''
        connection.exec(`CREATE TEMP TRIGGER sealed_${name}_${on.slice(0, 6)} AFTER ${on} ON ${name} WHEN ${isSealed}
          BEGIN ${born} SELECT row_changed(${ownerForm(table, before ?? 'NEW')}, ${forms.join(', ')}); END`)
      }
      if (!isToldByWriter) trigger('INSERT', null, 'NEW')
      trigger(`UPDATE OF ${[...columns, ...later, ...(blob ? [blob] : [])].join(', ')}`, 'OLD', 'NEW')
      trigger('DELETE', 'OLD', null)
    }
    this.#find = connection.prepare('SELECT id, ref, rows_seal FROM attempts WHERE id = ?')
    this.#write = connection.prepare('UPDATE attempts SET rows_seal = ? WHERE id = ?')
  }

  #note(id: number, before: unknown, after: unknown): void {
    if (before === after) return
    const come = after === null ? 0n : this.#sealer.weigh(String(after))
    const gone = before === null ? 0n : this.#sealer.weigh(String(before))
    this.#changes.set(id, (this.#changes.get(id) ?? 0n) + come - gone)
  }

  /** Seals what the job that ends has changed, inside its transaction. */
  write(): void {
    for (const [id, change] of this.#changes) {
      this.#watched.delete(id)
      const attempt = this.#find.get(id)
      // An attempt that was deleted takes its rows along.
      if (!attempt) continue
      const seal = this.#sealer.reseal(attempt, change, this.#born.has(id))
      if (seal !== null) this.#write.run(seal, id)
    }
    this.forget()
  }

  /** Forgets the changes of a job: they are sealed, or rolled back. */
  forget(): void {
    if (this.#changes.size > 0) this.#changes = new Map()
    if (this.#born.size > 0) this.#born = new Set()
  }

  /** @returns these attempts, without those whose rows were changed since; it changes with them */
  watch(ids: readonly number[]): ReadonlySet<number> {
    this.#watched = new Set(ids)
    return this.#watched
  }
}
