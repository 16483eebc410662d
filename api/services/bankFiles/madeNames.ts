import { foldedName } from '#contract/names.ts'
import { plural } from '#contract/plural.ts'
import { listDifficulties, listTags } from '#db/queries/bank.ts'
import type { Context } from '../../context.ts'
import { namedFile } from '../packages/files.ts'

/** The names that an import makes on its way: a file may bring any, and a typing mistake in one is a new name. */

const fresh = (given: readonly string[], standing: readonly { name: string }[]): string[] => {
  const names = new Map(given.map((name) => [foldedName(name), name]))
  for (const { name } of standing) names.delete(foldedName(name))
  return [...names.values()]
}

const wasMade = (count: number, one: string, many?: string): string =>
  `${plural(count, one, many)} ${count === 1 ? 'was' : 'were'} created`

/** Sentences about those that do not stand yet, asked before they are made; none where all stand. */
export async function formatNewNames(
  ctx: Context,
  organizationId: number,
  given: { difficulties: readonly string[]; tags: readonly string[] },
): Promise<{ difficulties: string[]; tags: string[] }> {
  const difficulties = fresh(given.difficulties, await listDifficulties(ctx.db.read, organizationId))
  const tags = fresh(given.tags, await listTags(ctx.db.read, organizationId))
  const made = wasMade(difficulties.length, 'new difficulty', 'new difficulties')
  return {
    difficulties: difficulties.length === 0 ? [] : [`${made}: ${namedFile(difficulties)}.`],
    tags: tags.length === 0 ? [] : [`${wasMade(tags.length, 'new tag')}.`],
  }
}
