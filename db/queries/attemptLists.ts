import { inArray, type SQL } from 'drizzle-orm'
import type { Queries } from '../connect.ts'
import * as s from '../schema/index.ts'
import { searchText } from '../searchKey.ts'
import { nextTurn } from '../turn.ts'

/**
 * Which attempts stand on a page, and on how many. Pages are found over indexes that hold all that is asked; the rows
 * are read afterwards, only those of the page. For the reading connection alone: a long search lets other calls in.
 */
export interface AttemptPage {
  /** The drive with its stored counters. */
  drive: { id: number; invitation_sent: number; appeared: number }
  order: 'invited' | 'newest' | 'best' | 'worst' | 'email' | 'email_down'
  only?: 'absent' | 'selected' | undefined
  search: string
  offset: number
  limit: number
}

/** Index entries that are searched before other calls have their turn: some milliseconds. */
const SEARCHED_AT_ONCE = 5_000

/** Rows that are counted before other calls have their turn. */
const ROWS_AT_ONCE = 1_000

/** So many hits are kept to be sorted; with more the page is near enough in the order of the index. */
const KEPT_HITS = 1_000

/** Spelled as the partial indexes spell it, or they are not used. */
const filters = { absent: 'AND started_at IS NULL', selected: 'AND is_selected = 1' }
const orders = {
  invited: 'id ASC',
  newest: 'id DESC',
  // A candidate without a score stands last, however it is sorted: those in the test, then those who have not begun.
  best: 'score DESC, (started_at IS NOT NULL) DESC, id DESC',
  worst: 'score ASC NULLS LAST, (started_at IS NULL) ASC, id ASC',
  // A search key begins with the address.
  email: 'search_key ASC, id ASC',
  email_down: 'search_key DESC, id DESC',
}
const indexes = {
  invited: 'attempts_listed',
  newest: 'attempts_listed',
  best: 'attempts_results',
  worst: 'attempts_worst',
  email: 'attempts_by_email',
  email_down: 'attempts_by_email',
}

type WholeList = Pick<AttemptPage, 'only' | 'order'>

/** Named, because the planner knows no sizes: it would read a hundred thousand rows to save a small sort. */
const indexOf = ({ only, order }: WholeList): string => (only ? `attempts_${only}` : indexes[order])

/** Ids of one page in their order, and how many there are on all pages. */
export async function findAttemptPage(
  q: Queries,
  of: AttemptPage,
): Promise<{ ids: number[]; total: number }> {
  if (of.search === '') return { ids: await pageIds(q, of), total: await countAttempts(q, of) }
  const { hits, total } = await searchAttempts(q, of)
  if (hits === null) return { ids: await pageIds(q, of), total }
  return { ids: await sortedHits(q, of, hits), total }
}

async function pageIds({ raw }: Queries, of: AttemptPage): Promise<number[]> {
  const filter = of.only ? filters[of.only] : ''
  const rows = await raw.all<{ id: number }>(
    `SELECT id FROM attempts INDEXED BY ${indexOf(of)} WHERE drive_id = ? ${filter} ${of.search ? 'AND instr(search_key, ?) > 0' : ''}
     ORDER BY ${orders[of.order]} LIMIT ? OFFSET ?`,
    ...[of.drive.id, ...(of.search ? [searchText(of.search)] : []), of.limit, of.offset],
  )
  return rows.map((row) => row.id)
}

/** So many ids are read within a few milliseconds, also behind ninety thousand others. */
const IDS_AT_ONCE = 10_000
/** How often a list that changes while it is read is read again. */
const READINGS = 4

/** A reading of a list in its order, from its index, which sorts nothing. Others have their turn between its parts. */
async function readIds({ raw }: Queries, driveId: number, of: WholeList, atOnce: number): Promise<number[]> {
  const ids: number[] = []
  for (let part: number[] | undefined; part === undefined || part.length === atOnce; ) {
    const row = await raw.get<{ ids: string }>(
      `SELECT json_group_array(id) AS ids FROM (
         SELECT id FROM attempts INDEXED BY ${indexOf(of)} WHERE drive_id = ? ${of.only ? filters[of.only] : ''}
         ORDER BY ${orders[of.order]} LIMIT ? OFFSET ?
       )`,
      ...[driveId, atOnce, ids.length],
    )
    part = JSON.parse(row?.ids ?? '[]') as number[]
    for (const id of part) ids.push(id)
    await nextTurn()
  }
  return ids
}

const areSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id, at) => id === other[at])

/**
 * Ids of all attempts of a list in its order. One that needs several turns may change between them: it holds when two
 * readings agree. If a list never stands still, everybody who was in any reading is named once.
 */
export async function orderedIds(
  q: Queries,
  driveId: number,
  of: WholeList,
  atOnce = IDS_AT_ONCE,
): Promise<number[]> {
  let ids = await readIds(q, driveId, of, atOnce)
  if (ids.length < atOnce) return ids
  // A set of a hundred thousand takes as long as reading them: it is made where it is needed.
  const before: number[][] = []
  for (let reading = 1; reading < READINGS; reading++) {
    const again = await readIds(q, driveId, of, atOnce)
    if (areSame(ids, again)) return ids
    before.push(ids)
    ids = again
  }
  return [...new Set([ids, ...before].flat())]
}

const countAttempts = async (q: Queries, { drive, only }: AttemptPage): Promise<number> => {
  if (only === 'selected') return countSelected(q, drive.id)
  return only === 'absent' ? drive.invitation_sent - drive.appeared : drive.invitation_sent
}

/** How many of a drive's candidates are on its shortlist. */
export const countSelected = async ({ raw }: Queries, driveId: number): Promise<number> =>
  (
    await raw.get<{ n: number }>(
      `SELECT count(*) AS n FROM attempts WHERE drive_id = ? ${filters.selected}`,
      driveId,
    )
  )?.n ?? 0

/**
 * All that are found, in parts; null instead of the hits where there are too many to keep. The end of a part is asked
 * first, because to count while hits are looked for takes twice as long.
 */
async function searchAttempts(
  { raw }: Queries,
  of: AttemptPage,
): Promise<{ hits: number[] | null; total: number }> {
  const index = indexOf({ only: of.only, order: 'invited' })
  const entries = `FROM attempts INDEXED BY ${index} WHERE drive_id = ? AND id > ? ${of.only ? filters[of.only] : ''}`
  const bound = `SELECT id ${entries} ORDER BY id LIMIT 1 OFFSET ${SEARCHED_AT_ONCE - 1}`
  const part = (ids: string) =>
    `SELECT count(*) AS n, ${ids} AS ids ${entries} AND id <= ? AND instr(search_key, ?) > 0`
  const kept = part('json_group_array(id)')
  const counted = part('NULL')
  const text = searchText(of.search)
  let hits: number[] | null = []
  let total = 0
  for (let after = 0; ; ) {
    const end: { id: number } | undefined = await raw.get<{ id: number }>(bound, of.drive.id, after)
    const found: { n: number; ids: string | null } | undefined = await raw.get(
      hits ? kept : counted,
      ...[of.drive.id, after, end?.id ?? Number.MAX_SAFE_INTEGER, text],
    )
    total += found?.n ?? 0
    if (hits) hits = total <= KEPT_HITS ? [...hits, ...(JSON.parse(found?.ids ?? '[]') as number[])] : null
    if (!end) return { hits, total }
    after = end.id
    await nextTurn()
  }
}

async function sortedHits({ raw }: Queries, of: AttemptPage, hits: readonly number[]): Promise<number[]> {
  const rows = await raw.all<{ id: number }>(
    `SELECT id FROM attempts WHERE id IN (SELECT value FROM json_each(?)) ORDER BY ${orders[of.order]} LIMIT ? OFFSET ?`,
    JSON.stringify(hits),
    of.limit,
    of.offset,
  )
  return rows.map((row) => row.id)
}

/** Attempts with these ids, in whatever order. */
export const withIds = (ids: readonly number[]): SQL => inArray(s.attempts.id, [...ids])

/** Rows in the order of ids that were found before them; one that went meanwhile is left out. */
export function inOrderOf<T>(ids: readonly number[], rows: readonly T[], idOf: (row: T) => number): T[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** How far a drive's candidates came: its counters, and how many have not opened their link. */
export async function countFunnel(
  { raw }: Queries,
  drive: { id: number; invitation_sent: number; appeared: number; finished: number },
) {
  const row = await raw.get<{ n: number }>(
    'SELECT count(*) AS n FROM attempts WHERE drive_id = ? AND opened_at IS NULL',
    drive.id,
  )
  return {
    invited: drive.invitation_sent,
    opened: drive.invitation_sent - (row?.n ?? 0),
    started: drive.appeared,
    finished: drive.finished,
  }
}

/** Submissions of a drive that wait for their verdict, found from the queue: it is short where attempts are many. */
export async function countJudging({ raw }: Queries, driveId: number): Promise<number> {
  const row = await raw.get<{ n: number }>(
    `SELECT count(*) AS n FROM jobs j CROSS JOIN attempts a ON a.id = j.attempt_id
     WHERE j.status <> 'done' AND j.kind = 'judge' AND a.drive_id = ?`,
    driveId,
  )
  return row?.n ?? 0
}

/** How many finished attempts have each score, one score after the other: other calls come in between. */
export async function countScores(
  { raw }: Queries,
  driveId: number,
): Promise<{ score: number; n: number }[]> {
  const ended = 'drive_id = ? AND finished_at IS NOT NULL'
  const none = await raw.get<{ n: number }>(
    `SELECT count(*) AS n FROM attempts WHERE ${ended} AND score IS NULL`,
    driveId,
  )
  const counts = new Map<number, number>([[0, none?.n ?? 0]])
  let below: number | null = null
  for (;;) {
    const next: { score: number } | undefined = await raw.get<{ score: number }>(
      `SELECT score FROM attempts WHERE drive_id = ? AND score > ? ORDER BY score LIMIT 1`,
      driveId,
      below ?? Number.MIN_SAFE_INTEGER,
    )
    if (!next) break
    below = next.score
    const row = await raw.get<{ n: number }>(
      `SELECT count(*) AS n FROM attempts WHERE ${ended} AND score = ?`,
      driveId,
      below,
    )
    counts.set(below, (counts.get(below) ?? 0) + (row?.n ?? 0))
    await nextTurn()
  }
  return [...counts].flatMap(([score, n]) => (n > 0 ? [{ score, n }] : []))
}

/** The same with the total marks of what each was asked: for drives where that is not one number. Read in pages. */
export async function countScoresByTotal(
  { raw }: Queries,
  driveId: number,
): Promise<{ score: number; total: number; n: number }[]> {
  const counts = new Map<string, { score: number; total: number; n: number }>()
  let after = 0
  for (;;) {
    const rows: { id: number; score: number; total: number }[] = await raw.all(
      `SELECT a.id, coalesce(a.score, 0) AS score, p.total_marks AS total
       FROM attempts a INDEXED BY attempts_listed JOIN papers p ON p.id = a.paper_id
       WHERE a.drive_id = ? AND a.id > ? AND a.finished_at IS NOT NULL ORDER BY a.id LIMIT ${ROWS_AT_ONCE}`,
      driveId,
      after,
    )
    for (const { score, total } of rows) {
      const key = `${score} of ${total}`
      const known = counts.get(key)
      if (known) known.n++
      else counts.set(key, { score, total, n: 1 })
    }
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_AT_ONCE) return [...counts.values()]
    after = last.id
    await nextTurn()
  }
}
