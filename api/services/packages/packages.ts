import { importedProblemBody } from '#contract/forms/bank.ts'
import { plural } from '#contract/plural.ts'
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
import type { SpooledFile } from '../../middleware/spoolUpload.ts'
import { newImageKey } from '../../storage/imageLinks.ts'
import { pictureFormat } from '../../storage/pictureFormat.ts'
import { removePictures, soundPicture, storePictures } from '../../storage/pictures.ts'
import { pictureAddress, pictureKeysIn } from '../../storage/textPictures.ts'
import { audit } from '../audit.ts'
import { createProblem } from '../authoring.ts'
import { errorFileOf, MAX_LINES } from '../bankFiles/errorFile.ts'
import { takeFileTurn } from '../bankFiles/fileTurn.ts'
import { formatNewNames } from '../bankFiles/madeNames.ts'
import { readPackageFile } from '../bankFiles/readFile.ts'
import { download } from '../download.ts'
import { requireTextPictures } from '../images.ts'
import { newProblemOf } from '../problems/newProblem.ts'
import { problemViewOf } from '../problems/problemView.ts'
import { checkTests } from '../problems/tests.ts'
import type { OfferedLanguage } from './limits.ts'
import type { ReadPackage } from './read.ts'
import { writePackage } from './write.ts'

/** Problems that come and go as packages. */

const NO_ZIP = 'Please choose file with .zip extension.'

/** Tests that an answer lists, and those that a warning tells one by one. */
const LISTED = 500
const TOLD = 20

/** The languages on offer, with how much slower each engine is; an engine that does not answer tells no factor. */
async function offeredLanguages(ctx: Context): Promise<OfferedLanguage[]> {
  const described = await ctx.executor.describe().catch(() => null)
  const factors = new Map(described?.languages.map(({ id, timeFactor }) => [id, timeFactor ?? 1]))
  return (await listActiveLanguages(ctx.db.read)).map(({ code_id }) => ({
    id: code_id,
    timeFactor: factors.get(code_id) ?? 1,
  }))
}

/** Pictures of a package under keys of the organization's own, not stored yet. */
interface Pictures {
  bytes: Map<string, Uint8Array>
  /** The key of the problem's own one. */
  own: string | null
  /** The statement with their addresses. */
  statement: string
}

async function picturesOf(ctx: Context, organizationId: number, read: ReadPackage): Promise<Pictures> {
  const bytes = new Map<string, Uint8Array>()
  const keyOf = async (picture: Uint8Array, what: string): Promise<string | null> => {
    try {
      const { reencode } = await import('../../storage/reencode.ts')
      const made = await reencode(picture)
      const key = newImageKey(ctx, organizationId)
      bytes.set(key, made.bytes)
      return key
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      read.warnings.push(`${what} was not imported: ${error.message}`)
      return null
    }
  }
  const own = read.image ? await keyOf(read.image.bytes, 'The diagram') : null
  let statement = String(read.input.description)
  for (const { token, path, bytes } of read.pictures) {
    const key = await keyOf(bytes, `The picture ${path}`)
    statement =
      key === null
        ? withoutPicture(statement, token, path)
        : statement.replaceAll(`](${token})`, `](${pictureAddress(key)})`)
  }
  return { bytes, own, statement }
}

/** Its name in words, where it stood. */
const withoutPicture = (statement: string, token: string, path: string): string =>
  statement
    .split(`](${token})`)
    .map((part, i, { length }) =>
      i === length - 1 ? part : `${part.slice(0, part.lastIndexOf('!['))}*(picture: ${path})*`,
    )
    .join('')

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

async function readInTurn(ctx: Context, actor: StaffActor, file: SpooledFile) {
  const languages = await offeredLanguages(ctx)
  const release = await takeFileTurn(actor.userId)
  try {
    return await readPackageFile(file, languages)
  } finally {
    release()
  }
}

/** The question before a problem is made without some of its tests: all that do not fit, and why. */
function unfitTests({ unfit, tests }: ReadPackage): DomainError {
  const rows = unfit.map(({ place, name, reason }) => ({ row: place, column: 'test', value: name, reason }))
  const total = unfit.length + tests.length
  return new DomainError(
    'import_rows',
    `${unfit.length.toLocaleString('en')} of ${plural(total, 'test')} cannot be imported. Nothing was imported.`,
    {
      details: {
        rows: rows.slice(0, LISTED),
        faults: rows.length,
        in_file: Math.min(rows.length, MAX_LINES),
        right: tests.length,
        total,
        csv: errorFileOf(rows),
      },
    },
  )
}

/**
 * Makes a problem of a package.
 * @param how.onlyGood without the tests that do not fit, instead of not at all
 * @throws DomainError invalid with what cannot be taken; import_rows with the tests that do not fit; unavailable,
 * too_many_requests where many files are read
 */
export async function importPackage(
  ctx: Context,
  actor: StaffActor,
  file: SpooledFile,
  how: { onlyGood: boolean },
) {
  if (!file.name.toLowerCase().endsWith('.zip')) throw invalidAt('file', NO_ZIP)
  const { organizationId } = actor
  const read = await readInTurn(ctx, actor, file)
  const { warnings, unfit } = read
  if (unfit.length > 0 && (!how.onlyGood || read.tests.length === 0)) throw unfitTests(read)
  for (const { name, reason } of unfit.slice(0, TOLD)) warnings.push(`Test ${name} was left out: ${reason}.`)
  if (unfit.length > TOLD)
    warnings.push(`${(unfit.length - TOLD).toLocaleString('en')} more tests were left out.`)
  const pictures = await picturesOf(ctx, organizationId, read)
  const body = bodyOf({ ...read.input, description: pictures.statement })
  await requireTextPictures(ctx, organizationId, body.description)
  if ((await countStanding(ctx.db.read, 'problem', organizationId, [body.title])) > 0)
    warnings.push(
      `There was already a problem “${body.title}” in the bank: now there are two with that title.`,
    )
  const names = { difficulties: [body.difficulty], tags: body.tags }
  const made = await formatNewNames(ctx, organizationId, names)
  warnings.push(...made.difficulties, ...made.tags)
  await storePictures(ctx, pictures.bytes)
  try {
    const problem = await ctx.db.write(async (tx) => {
      const now = ctx.now()
      const languages = new Map((await listLanguages(tx)).map((row) => [row.code_id, row.id]))
      const reference = read.reference && languages.get(read.reference.language)
      const id = await createProblem(
        tx,
        organizationId,
        newProblemOf(body, {
          imageKey: pictures.own,
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
    await removePictures(ctx, [...pictures.bytes.keys()])
    throw error
  }
}

/** The pictures that a statement names and that lie there as they were stored. */
async function picturesIn(ctx: Context, statement: string) {
  const found = []
  for (const key of pictureKeysIn(statement)) {
    const bytes = await soundPicture(ctx, key)
    const format = bytes && pictureFormat(bytes)
    if (bytes && format) found.push({ key, bytes, format })
  }
  return found
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
      pictures: await picturesIn(ctx, problem.description),
    },
    await offeredLanguages(ctx),
  )
  const name = problem.title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  return download(`${name || `problem-${id}`}.zip`, bytes, 'application/zip')
}
