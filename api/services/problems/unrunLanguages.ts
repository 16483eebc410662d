import type { UnrunLanguage } from '#contract/views/bank.ts'
import type { Queries } from '#db/connect.ts'
import { countOwnProblems, listUnrunLanguages } from '#db/queries/languages.ts'
import { TOOLCHAINS } from '../../execution/jail/toolchains.ts'
import { notFound } from '../../kit/errors.ts'

/**
 * The languages that some problems of an organization have code or limits in and that nothing here runs.
 * @throws DomainError not_found for a problem of nobody here
 */
export async function unrunLanguagesOf(
  q: Queries,
  organizationId: number,
  problemIds: readonly number[],
): Promise<UnrunLanguage[]> {
  const languages = new Map<string, UnrunLanguage>()
  if ((await countOwnProblems(q, organizationId, problemIds)) < new Set(problemIds).size)
    throw notFound('The problem')
  for (const { problem_id, title, code_id, name } of await listUnrunLanguages(
    q,
    organizationId,
    problemIds,
  )) {
    const known = languages.get(code_id) ?? {
      // The version is that of an engine which is gone.
      language: name.replace(/ [\d.]+$/, ''),
      problems: [],
      debian: TOOLCHAINS.find(({ id }) => id === code_id)?.debian ?? null,
    }
    known.problems.push({ id: problem_id, title })
    languages.set(code_id, known)
  }
  return [...languages.values()]
}
