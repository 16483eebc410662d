import type { UnrunLanguage } from '#contract/views/bank.ts'
import {
  countOwnProblems,
  listJudgePrograms,
  listUnrunLanguages,
  type UnrunRow,
} from '#db/queries/languages.ts'
import type { Context } from '../../context.ts'
import { knownLanguage } from '../../execution/catalogue.ts'
import { TOOLCHAINS } from '../../execution/jail/toolchains.ts'
import { notFound } from '../../kit/errors.ts'

const debianOf = (languageId: string): string | null =>
  TOOLCHAINS.find(({ id }) => id === languageId)?.debian ?? null

/**
 * The languages that some problems of an organization have code or limits in and that nothing here runs, and those of their
 * judge's programs for which there is no box.
 * @throws DomainError not_found for a problem of nobody here
 */
export async function unrunLanguagesOf(
  { db, executor }: Pick<Context, 'db' | 'executor'>,
  organizationId: number,
  problemIds: readonly number[],
): Promise<UnrunLanguage[]> {
  const q = db.read
  if ((await countOwnProblems(q, organizationId, problemIds)) < new Set(problemIds).size)
    throw notFound('The problem')
  const languages = new Map<string, UnrunLanguage>()
  const add = (use: UnrunLanguage['use'], { problem_id, title, code_id, name }: UnrunRow): void => {
    const known = languages.get(`${use} ${code_id}`) ?? {
      // The version is that of an engine which is gone.
      ...{ language: name.replace(/ [\d.]+$/, ''), problems: [], debian: debianOf(code_id), use },
    }
    known.problems.push({ id: problem_id, title })
    languages.set(`${use} ${code_id}`, known)
  }
  for (const row of await listUnrunLanguages(q, organizationId, problemIds)) add('code', row)
  const programs = await listJudgePrograms(q, organizationId, problemIds)
  // An engine that does not answer just now says nothing about its boxes.
  const described = programs.length > 0 ? await executor.describe().catch(() => null) : null
  const judges = described?.judges ?? []
  for (const { judging, ...problem } of programs) {
    const language = judging?.program?.language
    if (!described || !language || judging.program?.kind === 'tests' || judges.includes(language)) continue
    add('judge', { ...problem, code_id: language, name: knownLanguage(language)?.name ?? language })
  }
  return [...languages.values()]
}
