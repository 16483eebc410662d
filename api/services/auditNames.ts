import type { Queries } from '#db/connect.ts'
import { listInvitedNames, listSubjectNames } from '#db/queries/auditNames.ts'

/** Names for what audit entries hold ids of: what they are about, and what stands in their changes. */

interface Entry {
  action: string
  subject: string
  before: unknown
  after: unknown
}

interface Names {
  about: string | null
  /** By field and id. */
  names: Record<string, Record<string, string>>
}

/** Fields that hold an id or a list of them, and what those are ids of. */
const nouns: Record<string, string> = {
  problem: 'problem',
  problems: 'problem',
  questions: 'question',
  contacts: 'user',
  recipients: 'user',
}

interface Part {
  field: string
  id: number | string
  subject: string
}

function partsOf({ action, before, after }: Entry): Part[] {
  const [imported = ''] = action.endsWith('.import') ? action.split('.') : []
  return [before, after].flatMap((state) =>
    Object.entries(state ?? {}).flatMap(([field, value]) => {
      const isEnd = imported !== '' && (field === 'first' || field === 'last')
      const noun = isEnd ? imported : nouns[field]
      if (noun === undefined) return []
      return [value]
        .flat()
        .filter((id) => Number.isInteger(id))
        .map((id: number) => ({ field, id, subject: `${noun} ${id}` }))
    }),
  )
}

/** Marks judged anew stand under the reference of each attempt. */
const attemptsOf = ({ action, before }: Entry): Part[] =>
  action === 'drive.rejudge_marks'
    ? Object.keys(before ?? {}).map((ref) => ({ field: 'attempts', id: ref, subject: `attempt ${ref}` }))
    : []

/** 'template 3 of problem 7' is part of 'problem 7'. */
const wholeOf = (subject: string): string => / of (\w+ \d+)$/.exec(subject)?.[1] ?? subject

/** Whom an entry says to have invited, as far as they are still there; null where it says nothing of it. */
async function invitedIn(
  q: Queries,
  { action, subject, after }: Entry,
): Promise<Record<string, string> | null> {
  if (action !== 'candidate.invite') return null
  const [first, last] = (after as { rows?: [number, number] } | null)?.rows ?? []
  if (first === undefined || last === undefined) return null
  return listInvitedNames(q, { driveId: Number(subject.split(' ').at(-1)), first, last })
}

async function allInvitedIn(q: Queries, parts: readonly Entry[]): Promise<Names['names']> {
  const invited = (await Promise.all(parts.map((part) => invitedIn(q, part)))).filter((one) => one !== null)
  return invited.length === 0 ? {} : { invited: Object.assign({}, ...invited) as Record<string, string> }
}

/** In the order of the entries, each given as its parts. */
export async function auditNamesOf(q: Queries, entries: readonly (readonly Entry[])[]): Promise<Names[]> {
  const told = entries.map((parts) => ({
    subject: parts[0]?.subject ?? '',
    parts: parts.flatMap((part) => [...partsOf(part), ...attemptsOf(part)]),
  }))
  const subjects = told.flatMap(({ subject, parts }) => [wholeOf(subject), ...parts.map((p) => p.subject)])
  const known = await listSubjectNames(q, [...new Set(subjects)])
  const invited = await Promise.all(entries.map((parts) => allInvitedIn(q, parts)))
  return told.map(({ subject, parts }, n) => {
    const names: Names['names'] = { ...invited[n] }
    for (const part of parts) {
      const name = known.get(part.subject)
      if (name !== undefined) names[part.field] = { ...names[part.field], [part.id]: name }
    }
    const whole = wholeOf(subject)
    const name = known.get(whole)
    return { about: name === undefined ? null : subject.slice(0, -whole.length) + name, names }
  })
}
