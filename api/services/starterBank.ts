import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Queries } from '#db/connect.ts'
import { listLanguages } from '#db/queries/languages.ts'
import type { Context } from '../context.ts'
import type { BankProblem, BankQuestion } from '../starterBank/types.ts'
import { removePictures, storePictures } from '../storage/pictures.ts'
import { createProblems, createQuestions } from './authoring.ts'

/** The problems and questions every organization begins with, with pictures of their own. */
export interface StarterBank {
  problems: readonly BankProblem[]
  questions: readonly BankQuestion[]
  /** Storage keys by the pictures' file names. */
  keys: ReadonlyMap<string, string>
}

/**
 * Reads the bank and stores its pictures under fresh keys, so that no two organizations share one.
 * @throws where a picture cannot be read or stored; none is left behind then
 */
export async function readyStarterBank(
  ctx: Pick<Context, 'db' | 'storage' | 'random' | 'bankImages'>,
): Promise<StarterBank> {
  const { bankProblems, bankQuestions } = await import('../starterBank/index.ts')
  const folder = `images/${ctx.random(12)}`
  const names = bankQuestions.flatMap((q) => [q.image, ...q.options.map((o) => o.image)])
  const used = new Set(names.filter((image) => image !== undefined))
  const keys = new Map([...used].map((name) => [name, `${folder}/${name}`]))
  const bank = { problems: bankProblems, questions: bankQuestions, keys }
  try {
    const pictures = new Map<string, Uint8Array>()
    for (const [name, key] of keys) pictures.set(key, await readFile(join(ctx.bankImages, name)))
    await storePictures(ctx, pictures)
  } catch (error) {
    await dropStarterBank(ctx, bank)
    throw error
  }
  return bank
}

/** Removes the pictures of a bank that no organization took. */
export async function dropStarterBank(
  ctx: Pick<Context, 'db' | 'storage'>,
  bank: Pick<StarterBank, 'keys'>,
): Promise<void> {
  await removePictures(ctx, [...bank.keys.values()])
}

/**
 * Writes the bank into an organization, with templates for the languages that are known.
 * @returns the new ids, in the bank's order
 */
export async function addStarterBank(tx: Queries, organizationId: number, bank: StarterBank, now: number) {
  const languages = new Map((await listLanguages(tx)).map((row) => [row.code_id, row.id]))
  const python = languages.get('python')
  const keyOf = (image: string | undefined): string | null =>
    image === undefined ? null : (bank.keys.get(image) ?? null)
  const problems = bank.problems.map((p) => ({
    ...p,
    reference: python ? { languageId: python, source: p.reference.python } : null,
    templates: Object.entries(p.templates).flatMap(([code, text]) => {
      const languageId = languages.get(code)
      return languageId ? [{ languageId, code: text }] : []
    }),
  }))
  const questions = bank.questions.map((q) => ({
    ...q,
    imageKey: keyOf(q.image),
    imageAlt: q.imageAlt ?? null,
    options: q.options.map((o) => ({ ...o, imageKey: keyOf(o.image) })),
  }))
  return {
    problemIds: await createProblems(tx, organizationId, problems, now),
    questionIds: await createQuestions(tx, organizationId, questions, now),
  }
}
