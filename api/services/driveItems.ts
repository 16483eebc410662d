import type { Queries } from '#db/connect.ts'
import {
  listActiveUserIds,
  listDeletedNames,
  listOwnProblems,
  listOwnQuestions,
} from '#db/queries/driveParts.ts'
import type { Sections } from '#machines/drive/policy.ts'
import { DomainError, invalidAt, notFound } from '../kit/errors.ts'

/** The lists a drive is made of, as its calls change them: entries to put in, entries to take out (`_destroy`). */

export interface Entry {
  id?: number | undefined
  _destroy?: boolean | undefined
}

export interface ItemsChange {
  add: number[]
  remove: number[]
}

/** The change that entries ask for; the last entry of an item wins. */
export function itemsChange<E extends Entry>(
  entries: readonly E[] | undefined,
  idOf: (entry: E) => number,
  present: ReadonlySet<number>,
): ItemsChange {
  const wanted = new Map((entries ?? []).map((entry) => [idOf(entry), entry._destroy !== true]))
  const ids = [...wanted.keys()]
  return {
    add: ids.filter((id) => wanted.get(id) && !present.has(id)),
    remove: ids.filter((id) => !wanted.get(id) && present.has(id)),
  }
}

/** The ids that stand there after the change, in their order. */
export const idsAfter = (present: readonly number[], { add, remove }: ItemsChange): number[] => [
  ...present.filter((id) => !remove.includes(id)),
  ...add,
]

export const isEmpty = ({ add, remove }: ItemsChange): boolean => add.length === 0 && remove.length === 0

/**
 * An item that was chosen while its section was still allowed is refused, and not left out unseen.
 * @throws DomainError invalid at the field of what the organization may not use
 */
export function requireAllowed(
  organization: Sections,
  added: { problems: readonly number[]; questions: readonly number[] },
): void {
  if (added.problems.length > 0 && !organization.allow_coding)
    throw notAllowed('drives_problems_attributes', 'coding problems')
  if (added.questions.length > 0 && !organization.allow_mcq)
    throw notAllowed('drives_questions_attributes', 'MCQs')
}

const notAllowed = (field: string, what: string): DomainError =>
  invalidAt(
    field,
    `Your organization is no longer allowed to use ${what}. Remove them, or ask a super admin to allow them.`,
  )

/** A question's name is its whole text. */
const LONGEST_NAME = 80
const shortOf = (name: string): string =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name

/**
 * @throws DomainError conflict naming the items that were deleted meanwhile; not_found where an item is not the
 * organization's
 */
export async function requireItems(
  q: Queries,
  organizationId: number,
  added: { problems: readonly number[]; questions: readonly number[]; contacts: readonly number[] },
): Promise<void> {
  const problems = await listOwnProblems(q, organizationId, added.problems)
  const questions = await listOwnQuestions(q, organizationId, added.questions)
  const contacts = await listActiveUserIds(q, organizationId, added.contacts)
  const gone = await listDeletedNames(q, organizationId, added)
  if (gone.length > 0)
    throw new DomainError(
      'conflict',
      `No longer in the bank: ${gone.map((name) => shortOf(name)).join(', ')}. Remove what was deleted.`,
    )
  for (const id of added.problems) if (!problems.has(id)) throw notFound(`Problem ${id}`)
  for (const id of added.questions) if (!questions.has(id)) throw notFound(`Question ${id}`)
  if (added.contacts.some((id) => !contacts.has(id)))
    throw new DomainError(
      'not_found',
      'A selected contact is no longer an active user. Remove inactive contacts.',
    )
}
