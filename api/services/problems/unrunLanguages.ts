import type { UnrunLanguage } from '#contract/views/bank.ts'
import type { Queries } from '#db/connect.ts'
import { listUnrunLanguages } from '#db/queries/languages.ts'
import { TOOLCHAINS } from '../../execution/jail/toolchains.ts'

/** The languages that some problems of an organization have code or limits in and that nothing here runs. */
export async function unrunLanguagesOf(
  q: Queries,
  organizationId: number,
  problemIds: readonly number[],
): Promise<UnrunLanguage[]> {
  const languages = new Map<string, UnrunLanguage>()
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
