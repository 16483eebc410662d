import { importedProblemBody } from '#contract/forms/bank.ts'
import {
  countStanding,
  findWholeProblem,
  insertPackageSubmissions,
  listPackageSubmissions,
} from '#db/queries/bankFiles.ts'
import { listActiveLanguages } from '#db/queries/content.ts'
import { listLanguages } from '#db/queries/languages.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { DomainError, invalidAt, notFound } from '../../kit/errors.ts'
import type { UploadedFile } from '../../middleware/readUpload.ts'
import { newImageKey } from '../../storage/imageLinks.ts'
import { pictureFormat } from '../../storage/pictureFormat.ts'
import { removePictures, soundPicture, storePictures } from '../../storage/pictures.ts'
import { audit } from '../audit.ts'
import { createProblem } from '../authoring.ts'
import { takeFileTurn } from '../bankFiles/fileTurn.ts'
import { formatNewNames } from '../bankFiles/madeNames.ts'
import { readPackageFile } from '../bankFiles/readFile.ts'
import { download } from '../download.ts'
import { newProblemOf } from '../problems/newProblem.ts'
import { problemViewOf } from '../problems/problemView.ts'
import { checkTests } from '../problems/tests.ts'
import type { OfferedLanguage } from './limits.ts'
import { writePackage } from './write.ts'

/** Problems that come and go as packages. */

const NO_ZIP = 'Please choose file with .zip extension.'

/** The languages on offer, with how much slower each engine is; an engine that does not answer tells no factor. */
async function offeredLanguages(ctx: Context): Promise<OfferedLanguage[]> {
  const described = await ctx.executor.describe().catch(() => null)
  const factors = new Map(described?.languages.map(({ id, timeFactor }) => [id, timeFactor ?? 1]))
  return (await listActiveLanguages(ctx.db.read)).map(({ code_id }) => ({
    id: code_id,
    timeFactor: factors.get(code_id) ?? 1,
  }))
}

/** Stores a package's picture under a key of the organization's own; null where it cannot be shown. */
async function storePicture(
  ctx: Context,
  organizationId: number,
  picture: Uint8Array | undefined,
  warnings: string[],
): Promise<string | null> {
  if (!picture) return null
  try {
    const { reencode } = await import('../../storage/reencode.ts')
    const { bytes } = await reencode(picture)
    const key = newImageKey(ctx, organizationId)
    await storePictures(ctx, new Map([[key, bytes]]))
    return key
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    warnings.push(`The diagram was not imported: ${error.message}`)
    return null
  }
}

/** @throws DomainError invalid at the fields that the form's own rules refuse */
function bodyOf(input: Record<string, unknown>) {
  const parsed = importedProblemBody.safeParse(input)
  if (parsed.success) return parsed.data
  const errors: Record<string, string[]> = {}
  for (const { path, message } of parsed.error.issues) {
    const field = path.map(String).join('.')
    errors[field] = [...(errors[field] ?? []), message]
  }
  const sentences = [...new Set(Object.values(errors).flat())]
  throw new DomainError('invalid', sentences.slice(0, 3).join('. '), { errors })
}

async function readInTurn(ctx: Context, actor: StaffActor, file: UploadedFile) {
  const languages = await offeredLanguages(ctx)
  const release = await takeFileTurn(actor.userId)
  try {
    return await readPackageFile(file.bytes, languages)
  } finally {
    release()
  }
}

/**
 * Makes a problem of a package.
 * @throws DomainError invalid with what cannot be taken; unavailable, too_many_requests where many files are read
 */
export async function importPackage(ctx: Context, actor: StaffActor, file: UploadedFile) {
  if (!file.name.toLowerCase().endsWith('.zip')) throw invalidAt('file', NO_ZIP)
  const { organizationId } = actor
  const read = await readInTurn(ctx, actor, file)
  const { warnings } = read
  const body = bodyOf(read.input)
  if ((await countStanding(ctx.db.read, 'problem', organizationId, [body.title])) > 0)
    warnings.push(
      `There was already a problem “${body.title}” in the bank: now there are two with that title.`,
    )
  const names = { difficulties: [body.difficulty], tags: body.tags }
  const made = await formatNewNames(ctx, organizationId, names)
  warnings.push(...made.difficulties, ...made.tags)
  const imageKey = await storePicture(ctx, organizationId, read.image?.bytes, warnings)
  try {
    const problem = await ctx.db.write(async (tx) => {
      const now = ctx.now()
      const languages = new Map((await listLanguages(tx)).map((row) => [row.code_id, row.id]))
      const reference = read.reference && languages.get(read.reference.language)
      const id = await createProblem(
        tx,
        organizationId,
        newProblemOf(body, {
          imageKey,
          imageAlt: read.image?.alt ?? null,
          templates: read.templates.flatMap(({ language, code }) => {
            const languageId = languages.get(language)
            return languageId ? [{ languageId, code }] : []
          }),
          reference:
            read.reference && reference ? { languageId: reference, source: read.reference.source } : null,
        }),
        now,
      )
      await insertPackageSubmissions(tx, id, read.submissions)
      await checkTests(ctx, tx, id, 'file')
      const view = await problemViewOf(ctx, tx, { id, organizationId })
      await audit(
        tx,
        actor,
        {
          action: 'problem.import',
          subject: `problem ${id}`,
          after: { title: view.title, tests: view.test_cases.length },
        },
        now,
      )
      return view
    })
    return { problem, warnings }
  } catch (error) {
    if (imageKey !== null) await removePictures(ctx, [imageKey])
    throw error
  }
}

async function pictureOf(ctx: Context, key: string | null, alt: string | null) {
  const bytes = key === null ? null : await soundPicture(ctx, key)
  if (bytes === null) return null
  const format = pictureFormat(bytes)
  return format === null ? null : { bytes, format, alt }
}

/** @throws DomainError not_found */
export async function exportPackage(ctx: Context, actor: StaffActor, id: number): Promise<Response> {
  const problem = await findWholeProblem(ctx.db.read, id, actor.organizationId)
  if (!problem) throw notFound('The problem')
  const languages = new Map((await listLanguages(ctx.db.read)).map((row) => [row.id, row.code_id]))
  const language = languages.get(problem.reference_language_id ?? 0)
  const bytes = await writePackage(
    {
      ...problem,
      reference:
        language !== undefined && problem.reference_source !== null
          ? { language, source: problem.reference_source }
          : null,
      submissions: await listPackageSubmissions(ctx.db.read, id),
      image: await pictureOf(ctx, problem.image_key, problem.image_alt),
    },
    await offeredLanguages(ctx),
  )
  const name = problem.title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  return download(`${name || `problem-${id}`}.zip`, bytes, 'application/zip')
}
