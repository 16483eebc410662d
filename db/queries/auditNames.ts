import type { Queries } from '../connect.ts'

/** A question has no name but its words; nobody reads more of them in a list. */
const QUESTION_SIGNS = 300

/** The tables with the names of things, by the noun a subject begins with. A deleted thing mostly keeps its row. */
const named: Record<string, { ref?: string; name: string; from: string }> = {
  drive: { name: 'name', from: 'drives' },
  assessment: { name: 'name', from: 'drives' },
  problem: { name: 'title', from: 'problems' },
  question: { name: `substr(description, 1, ${QUESTION_SIGNS})`, from: 'questions' },
  institute: { name: 'name', from: 'institutes' },
  user: { name: "first_name || ' ' || last_name || ' <' || email || '>'", from: 'users' },
  organization: { name: 'coalesce(show_name, name)', from: 'organizations' },
  attempt: {
    ref: 'a.ref',
    name: `trim(coalesce(a.first_name, c.first_name, '') || ' ' || coalesce(a.last_name, c.last_name, ''))
      || ' <' || c.email || '>, ' || d.name`,
    from: 'attempts a JOIN candidates c ON c.id = a.candidate_id JOIN drives d ON d.id = a.drive_id',
  },
}

const sql = Object.entries(named)
  .map(([noun, { ref, name, from }]) => {
    const told = `substr(value, ${noun.length + 2})`
    return `SELECT '${noun} ' || ${ref ?? 'id'} AS subject, ${name} AS name FROM ${from}
      WHERE ${ref ?? 'id'} IN (SELECT ${ref ? told : `CAST(${told} AS INTEGER)`}
        FROM json_each(@subjects) WHERE value LIKE '${noun} %')`
  })
  .join(' UNION ALL ')

/** Names, as they are now, of what entries are about, by subject: 'drive 12', 'question 7', 'attempt k3f…'. */
export async function listSubjectNames(
  q: Queries,
  subjects: readonly string[],
): Promise<Map<string, string>> {
  const rows = await q.raw.all<{ subject: string; name: string }>(sql, { subjects: JSON.stringify(subjects) })
  return new Map(rows.map(({ subject, name }) => [subject, name.trim()]))
}

/** The addresses of the candidates of a drive whose attempts stand between two ids, by attempt. */
export async function listInvitedNames(
  q: Queries,
  of: { driveId: number; first: number; last: number },
): Promise<Record<string, string>> {
  const rows = await q.raw.all<{ id: number; email: string }>(
    `SELECT a.id, c.email FROM attempts a JOIN candidates c ON c.id = a.candidate_id
     WHERE a.id BETWEEN @first AND @last AND a.drive_id = @driveId ORDER BY a.id`,
    of,
  )
  return Object.fromEntries(rows.map(({ id, email }) => [id, email]))
}
