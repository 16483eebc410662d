import { consoleTexts } from '#contract/consoleTexts.ts'
import { firstTooMuch, type NewProblemBody, TOO_MUCH_TOGETHER } from '#contract/forms/bank.ts'
import type { ImportMapping } from '#contract/forms/importMapping.ts'
import type { NewQuestionBody } from '#contract/forms/question.ts'
import { letterOf } from '#contract/letters.ts'
import type { ImportError } from '#contract/views/bank.ts'
import type { Queries } from '#db/connect.ts'
import { countStanding } from '#db/queries/bankFiles.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { DomainError, invalidAt } from '../../kit/errors.ts'
import type { UploadedFile } from '../../middleware/readUpload.ts'
import { pictureAddress, pictureKeysIn } from '../../storage/textPictures.ts'
import { createProblems, createQuestions, type NewProblem, type NewQuestion } from '../authoring.ts'
import { newProblemOf } from '../problems/newProblem.ts'
import { isTooLongForPiston, TOO_LONG } from '../problems/tests.ts'
import { newQuestionOf } from '../questions/newQuestion.ts'
import { errorFileOf, MAX_LINES } from './errorFile.ts'
import { takeFileTurn } from './fileTurn.ts'
import { formatNewNames } from './madeNames.ts'
import { importedPictures, type NamedPicture } from './pictures.ts'
import { quoted } from './quoted.ts'
import { type DecodedFile, readBankFile, readPreview } from './readFile.ts'
import type { Kind } from './readMessage.ts'
import { type ReadItem, rowsLeftOut } from './readRows.ts'
import { writeStaged } from './staged.ts'

/** Imports of a whole file: all its items or, where that is asked, those that are right. */

/** Errors that an answer lists; the file beside them has more. */
const LISTED = 500

/** The differences between the two kinds of imports. */
interface Importer<Body, Item> {
  kind: Kind
  /** Items a commit: small enough that a candidate's save between two of them hardly waits. */
  chunk: number
  /** Rows that an item writes beside its own. */
  weightOf: (body: Body) => number
  /** By which one of the bank is known again. */
  textOf: (body: Body) => string
  namesOf: (body: Body) => { difficulty: string; tags: readonly string[] }
  pictures: (row: number, body: Body) => NamedPicture[]
  /** The parts that this server cannot take, whatever the file's own rules say. */
  unfit: (ctx: Context, read: ReadItem<Body>) => ImportError[]
  item: (body: Body, keys: ReadonlyMap<string, string>) => Item
  create: (
    tx: Queries,
    organizationId: number,
    items: readonly Item[],
    now: number,
    stage: number,
  ) => Promise<number[]>
}

const picture = (row: number, column: string, address: string | null | undefined): NamedPicture[] =>
  address ? [{ row, column, address }] : []
const keyFor = (keys: ReadonlyMap<string, string>, address: string | null | undefined): string | null =>
  (address && keys.get(address)) || null

const questions: Importer<NewQuestionBody, NewQuestion> = {
  kind: 'question',
  chunk: 40,
  weightOf: (body) => body.options_attributes.length,
  textOf: (body) => body.description,
  namesOf: (body) => ({ difficulty: body.difficulty_list, tags: body.tag_list }),
  pictures: (row, body) => [
    ...picture(row, 'image', body.image_url),
    ...body.options_attributes.flatMap((option, i) =>
      picture(row, `image_${letterOf(i).toLowerCase()}`, option.image_url),
    ),
  ],
  unfit: () => [],
  item: (body, keys) =>
    newQuestionOf(body, {
      imageKey: keyFor(keys, body.image_url),
      options: body.options_attributes.map((option) => ({
        description: option.description ?? '',
        isAnswer: option.is_answer,
        imageKey: keyFor(keys, option.image_url),
      })),
    }),
  create: createQuestions,
}

const problems: Importer<NewProblemBody, NewProblem> = {
  kind: 'problem',
  chunk: 20,
  weightOf: (body) => body.test_cases_attributes.length,
  textOf: (body) => body.title,
  namesOf: ({ difficulty, tags }) => ({ difficulty, tags }),
  pictures: (row, body) => [
    ...picture(row, 'image', body.image_url),
    ...pictureKeysIn(body.description).map((key) => ({
      row,
      column: 'description',
      address: pictureAddress(key),
    })),
  ],
  unfit: (ctx, { row, item, entries }) => {
    const tests = item.test_cases_attributes
    const errorAt = (i: number, reason: string): ImportError => ({
      row: entries[i]?.row ?? row,
      column: `input_${entries[i]?.place ?? i + 1}`,
      value: quoted(tests[i]?.input ?? ''),
      reason,
    })
    const long = tests.flatMap(({ input }, i) =>
      isTooLongForPiston(ctx, input) ? [errorAt(i, `The input ${TOO_LONG}`)] : [],
    )
    const last = firstTooMuch(tests)
    return last < 0 ? long : [...long, errorAt(last, TOO_MUCH_TOGETHER)]
  },
  item: (body, keys) =>
    newProblemOf(body, {
      imageKey: keyFor(keys, body.image_url),
      imageAlt: body.image_alt || null,
      templates: [],
      reference: null,
    }),
  create: createProblems,
}

/** The refusal that carries what is wrong, as rows and as a file. */
const wrongRows = (errors: readonly ImportError[], right: number, total: number): DomainError =>
  new DomainError('import_rows', consoleTexts.wrongEntries, {
    details: {
      rows: errors.slice(0, LISTED),
      faults: errors.length,
      in_file: Math.min(errors.length, MAX_LINES),
      right,
      total,
      csv: errorFileOf(errors),
    },
  })

const formatCount = (count: number): string => count.toLocaleString('en')

export interface Imported {
  imported: number
  skipped: number
  /** The points to look at before the items are used. */
  remarks: string[]
  /** The words of the answer beside its numbers, the remarks among them. */
  words: string[]
}

const encodingRemarks = (guessed: string | null): string[] =>
  guessed === null ? [] : [`The file does not state its encoding and was read as ${guessed}.`]
const standingRemarks = (standing: number): string[] =>
  standing === 0
    ? []
    : [`${formatCount(standing)} of these ${standing === 1 ? 'is' : 'are'} already in the bank.`]

export interface HowToImport {
  /** Not all of the file or nothing, but what is right of it. */
  onlyGood: boolean
  /** An item that stands in the bank already is not taken a second time without a question. */
  asks: boolean
  mapping?: ImportMapping | undefined
}

/** The question before rows are taken a second time. */
const standAlready = (standing: number, total: number): DomainError =>
  new DomainError(
    'conflict',
    standing === total
      ? `${total === 1 ? 'It is' : `All ${formatCount(total)} are`} already in the bank.`
      : `${formatCount(standing)} of ${formatCount(total)} ${standing === 1 ? 'is' : 'are'} already in the bank.`,
    { details: { standing, total } },
  )

async function importFile<Body, Item>(
  ctx: Context,
  actor: StaffActor,
  importer: Importer<Body, Item>,
  read: () => Promise<DecodedFile<Body>>,
  { onlyGood, asks }: HowToImport,
): Promise<Imported> {
  const release = await takeFileTurn(actor.userId)
  try {
    const file = await read()
    const named = file.items.flatMap(({ row, item }) => importer.pictures(row, item))
    const { keys, errors: unread } = await importedPictures(ctx, actor.organizationId, named)
    const right: ReadItem<Body>[] = []
    const all = [...file.errors]
    const pictureless = new Map<number, ImportError[]>()
    for (const error of unread) pictureless.set(error.row, [...(pictureless.get(error.row) ?? []), error])
    for (const one of file.items) {
      const errors = [...(pictureless.get(one.row) ?? []), ...importer.unfit(ctx, one)]
      if (errors.length === 0) right.push(one)
      else all.push(...errors, ...rowsLeftOut(one, errors))
    }
    all.sort((a, b) => a.row - b.row)
    if (all.length > 0 && (!onlyGood || right.length === 0)) throw wrongRows(all, right.length, file.total)
    const bodies = right.map(({ item }) => item)
    const texts = bodies.map(importer.textOf)
    const standing = await countStanding(ctx.db.read, importer.kind, actor.organizationId, texts)
    if (asks && standing > 0) throw standAlready(standing, bodies.length)
    const names = bodies.map(importer.namesOf)
    const made = await formatNewNames(ctx, actor.organizationId, {
      difficulties: names.map(({ difficulty }) => difficulty),
      tags: names.flatMap(({ tags }) => tags),
    })
    await writeStaged(ctx, actor, importer, bodies, async (tx, part, stage) => {
      const items = part.map((body) => importer.item(body, keys))
      return importer.create(tx, actor.organizationId, items, ctx.now(), stage)
    })
    const remarks = [...encodingRemarks(file.guessed), ...made.difficulties]
    return {
      imported: bodies.length,
      skipped: file.total - bodies.length,
      remarks,
      words: [...standingRemarks(standing), ...remarks, ...made.tags],
    }
  } finally {
    release()
  }
}

const requireCsv = (file: UploadedFile): void => {
  if (file.name.toLowerCase().endsWith('.csv')) return
  throw invalidAt('file', consoleTexts.chooseCsv)
}

/** @throws DomainError import_rows with what is wrong; conflict where it asks; invalid for a file that is refused as a whole */
export async function importQuestions(ctx: Context, actor: StaffActor, file: UploadedFile, how: HowToImport) {
  requireCsv(file)
  return importFile(ctx, actor, questions, () => readBankFile('question', file.bytes, how.mapping), how)
}

/** As `importQuestions`. */
export async function importProblems(ctx: Context, actor: StaffActor, file: UploadedFile, how: HowToImport) {
  requireCsv(file)
  return importFile(ctx, actor, problems, () => readBankFile('problem', file.bytes, how.mapping), how)
}

/**
 * How a file would be read.
 * @throws DomainError invalid for a file that is refused as a whole; unavailable, too_many_requests where many files are read
 */
export async function previewImport(actor: StaffActor, kind: Kind, file: UploadedFile) {
  requireCsv(file)
  const release = await takeFileTurn(actor.userId)
  try {
    return await readPreview(kind, file.bytes)
  } finally {
    release()
  }
}
