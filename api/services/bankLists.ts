import type { z } from 'zod'
import { kindOnTheWireOf } from '#contract/questionKinds.ts'
import type { problemCard, questionCard } from '#contract/views/drive.ts'
import type { Queries } from '#db/connect.ts'
import * as bank from '#db/queries/bank.ts'
import { nextTurn } from '#db/turn.ts'
import type { StaffActor } from '../auth/actor.ts'
import type { Context } from '../context.ts'
import { imageUrl } from '../storage/links.ts'

/** The organization's bank as a drive's pickers show it. */

export interface PickerQuery {
  search: string
  difficulty_list: string[]
  tag_list: string[]
  offset: number
  limit?: number | undefined
}

const pageOf = (actor: StaffActor, query: PickerQuery): bank.BankPage => ({
  organizationId: actor.organizationId,
  search: query.search,
  difficulties: query.difficulty_list,
  tags: query.tag_list,
  offset: query.offset,
  limit: query.limit,
})

/**
 * The drives that ask each item, oldest first; an assessment has no institute. A whole bank is asked in tens of
 * thousands of places, but by far fewer drives: each of them is read once.
 */
async function usedAt(q: Queries, items: readonly bank.AskingDrives[], shown: bank.ShownPart) {
  const asking = new Set<number>()
  for (const { drive_ids } of items) for (const id of drive_ids) asking.add(id)
  const { ids, names, institute_ids } = await bank.findAskingDrives(q, [...asking], shown)
  const places = new Map(ids.map((id, place) => [id, place]))
  // Others have their turn between the reading of a whole bank and the making of its answer.
  await nextTurn()
  return ({ drive_ids }: bank.AskingDrives) => {
    const drive_names: string[] = []
    const institutes = new Set<number>()
    for (const id of drive_ids.toSorted((a, b) => a - b)) {
      const place = places.get(id)
      if (place === undefined) continue
      drive_names.push(names[place] as string)
      const institute = institute_ids[place]
      if (typeof institute === 'number') institutes.add(institute)
    }
    return { times_asked: drive_names.length, drive_names, asked_institute_ids: [...institutes] }
  }
}

export async function problemsListOf(ctx: Context, actor: StaffActor, query: PickerQuery) {
  const q = ctx.db.read
  const { rows, total } = await bank.listBankProblems(q, pageOf(actor, query))
  const used = await usedAt(q, rows, 'allow_coding')
  const problems = rows.map(
    (row): z.input<typeof problemCard> => ({
      id: row.id,
      title: row.title,
      description: row.description,
      image_url: imageUrl(ctx, row.image_key),
      difficulty: row.difficulty,
      difficulty_list: [row.difficulty],
      tags: row.tags,
      time_in_minutes: row.time_in_minutes,
      submission_count: row.submission_count,
      marks: row.marks,
      ...used(row),
    }),
  )
  return { problems, total }
}

export async function questionsListOf(ctx: Context, actor: StaffActor, query: PickerQuery) {
  const q = ctx.db.read
  const { rows, total } = await bank.listBankQuestions(q, pageOf(actor, query))
  const used = await usedAt(q, rows, 'allow_mcq')
  const questions = rows.map(
    (row): z.input<typeof questionCard> => ({
      id: row.id,
      description: row.description,
      image_url: imageUrl(ctx, row.image_key),
      ...kindOnTheWireOf(row),
      difficulty_list: [row.difficulty],
      tag_list: row.tags,
      time_in_seconds: row.time_in_seconds,
      marks: row.marks,
      ...used(row),
    }),
  )
  return { questions, total }
}
