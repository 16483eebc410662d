import type { Queries } from '#db/connect.ts'
import { type MovedTable, primaryKeyOf } from '#db/movedTables.ts'
import {
  findRow,
  insertRow,
  keepMovedRow,
  listMovedRows,
  type MovedRow,
  type Row,
  type Value,
} from '#db/queries/moving.ts'
import type { NumberKind, Renumber } from '../../attempts/movedLog.ts'
import type { Keys } from '../../kit/keys.ts'
import { markOf } from '../candidates/erasing.ts'
import { markOfAttempt } from '../retention/erasing.ts'

/** The outcome of an import. */
export interface Merged {
  added: number
  changed: number
  same: number
  /** Changed here and on the source; what is here stays. */
  kept: string[]
  /** Each thing that stands in the way, in words: nothing is written then. */
  conflicts: string[]
  /** Removed here since it came, or erased: it does not come again. */
  goneHere: number
  /** Removed on the source since it came: it stays here. */
  goneThere: string[]
}

const numbered: Readonly<Record<NumberKind, string>> = {
  problem: 'problems',
  question: 'questions',
  option: 'options',
  language: 'languages',
}

/** The key of a row as it is noted: its columns in their order. */
export const keyOf = (name: string, row: Row): string =>
  JSON.stringify(Object.fromEntries(primaryKeyOf(name).map((column) => [column, row[column] ?? null])))

/** The facts of an import that its rows are written by. */
export interface MergeFacts {
  /** SHA-256 of the source's receipt key. */
  source: string
  /** Server milliseconds. */
  now: number
  isTrial: boolean
  keepsOurs: boolean
  keys: Keys
  /** When a person or a test was erased here, in milliseconds, by its mark. */
  erased: ReadonlyMap<string, number>
}

/** One import into one transaction: which row of the source is which here. */
export class Merge {
  readonly tx: Queries
  readonly source: string
  /** Server milliseconds. */
  readonly now: number
  /** Whether it is only told what would come: then nothing that belongs to a test is written, and the rest is rolled back. */
  readonly isTrial: boolean
  /** Whether what was changed on both sides may stay as it is here. */
  readonly keepsOurs: boolean
  readonly result: Merged = {
    added: 0,
    changed: 0,
    same: 0,
    kept: [],
    conflicts: [],
    goneHere: 0,
    goneThere: [],
  }
  readonly #known = new Map<string, MovedRow>()
  readonly #here = new Map<string, Value | undefined>()
  readonly #keys: Keys
  readonly #erased: ReadonlyMap<string, number>
  #organizationId = 0
  #standIn: number | null = null

  constructor(tx: Queries, of: MergeFacts) {
    this.#keys = of.keys
    this.#erased = of.erased
    this.tx = tx
    this.source = of.source
    this.now = of.now
    this.isTrial = of.isTrial
    this.keepsOurs = of.keepsOurs
  }

  get organizationId(): number {
    return this.#organizationId
  }

  /** Goes on in the organization that this one is here. */
  async begin(organizationId: number): Promise<void> {
    this.#organizationId = organizationId
    for (const row of await listMovedRows(this.tx, this.source, organizationId))
      this.#known.set(`${row.name} ${row.source_key}`, row)
  }

  /** The mark of a digest: whoever has the database alone cannot find out by it whether somebody was in a row. */
  #mark(digest: string): string {
    return this.#keys.signature('moved row', digest)
  }

  isMark(mark: string, digest: string): boolean {
    return mark === this.#mark(digest)
  }

  /** Whether a candidate was erased here: a restore would erase them again. One who was invited there later is somebody else. */
  isErased({ email_key, created_at }: Row): boolean {
    const person = { organization_id: this.#organizationId, email_key: String(email_key) }
    return Number(created_at) < (this.#erased.get(markOf({ keys: this.#keys }, person)) ?? 0)
  }

  /** Whether a test was erased here because its time to be kept was over: another server may have it still. */
  isErasedTest(ref: string): boolean {
    return this.#erased.has(markOfAttempt({ keys: this.#keys }, ref))
  }

  known(name: string, sourceKey: string): MovedRow | undefined {
    return this.#known.get(`${name} ${sourceKey}`)
  }

  /** Those that have come, of one table. */
  knownOf(name: string): MovedRow[] {
    return [...this.#known.values()].filter((row) => row.name === name)
  }

  async keep(name: string, sourceKey: string, hereKey: string, digest: string, hereDigest: string) {
    const row = {
      source: this.source,
      name,
      source_key: sourceKey,
      here_key: hereKey,
      organization_id: this.#organizationId,
      digest: this.#mark(digest),
      here_digest: this.#mark(hereDigest),
    }
    this.#known.set(`${name} ${sourceKey}`, row)
    this.#here.delete(`${name} ${(JSON.parse(sourceKey) as Row).id}`)
    await keepMovedRow(this.tx, row)
  }

  /** Notes a language's number here; nothing of it is kept. */
  meetLanguage(there: number, here: number): void {
    this.#here.set(`languages ${there}`, here)
  }

  /** The number here of a row with an id of its own; undefined where it never came, or is gone here. */
  async idHere(table: string, there: Value): Promise<Value | undefined> {
    const place = `${table} ${there}`
    if (this.#here.has(place)) return this.#here.get(place)
    const found = this.known(table, JSON.stringify({ id: there }))
    const key = found && (JSON.parse(found.here_key) as Row)
    const id = key && (await findRow(this.tx, table, key)) ? key.id : undefined
    this.#here.set(place, id)
    return id
  }

  /** Numbers as the ops of logs have them; asked for often, and all of them have come by then. */
  readonly number: Renumber = (kind, id) => {
    const place = `${numbered[kind]} ${id}`
    if (this.#here.has(place)) return (this.#here.get(place) as number | undefined) ?? undefined
    const found = this.known(numbered[kind], JSON.stringify({ id }))
    return found ? (JSON.parse(found.here_key) as { id: number }).id : undefined
  }

  /** Stands for staff of the source who do not come along, where a row must name somebody. */
  async standIn(): Promise<number> {
    if (this.#standIn !== null) return this.#standIn
    const email = `former-staff-${this.#organizationId}@moved.invalid`
    const found = await findRow(this.tx, 'users', { email_key: email })
    const id = found?.id ?? (await this.#makeStandIn(email))
    this.#standIn = Number(id)
    return this.#standIn
  }

  async #makeStandIn(email: string): Promise<Value | undefined> {
    const at = { created_at: this.now, updated_at: this.now, deactivated_at: this.now }
    const { id } = await insertRow(this.tx, 'users', {
      organization_id: this.#organizationId,
      email,
      email_key: email,
      first_name: 'Staff',
      last_name: 'of the former server',
      role: 'Admin',
      is_active: 0,
      invitation_accepted: 1,
      ...at,
    })
    return id
  }

  /** Both sides changed it: what is here stays, or nothing is written at all. */
  bothChanged(words: string): void {
    if (this.keepsOurs) this.result.kept.push(words)
    else this.result.conflicts.push(`${words} was changed here and on the other server since it came`)
  }
}

/** The words for a row, where somebody is to find it. */
export function rowWords(table: MovedTable, row: Row): string {
  const told = row.title ?? row.name ?? row.email ?? row.description ?? row.path ?? row.ref
  const kind = table.name.replaceAll('_', ' ')
  return told ? `${kind}: “${String(told).slice(0, 80)}”` : `a row of ${kind}`
}
