import type { z } from 'zod'
import { LATE_ITEMS_A_PAGE } from '#contract/constants.ts'
import type { LateItem, lateWorkView } from '#contract/views/lateWork.ts'
import { listAnswers } from '#db/queries/answers.ts'
import { findAttemptByRef } from '#db/queries/attempts.ts'
import { findDrive } from '#db/queries/drives.ts'
import * as late from '#db/queries/lateWork.ts'
import { listPauses } from '#db/queries/notices.ts'
import { nextTurn } from '#db/turn.ts'
import { contentRef } from '../attempts/content.ts'
import type { StaffActor } from '../auth/actor.ts'
import type { Context } from '../context.ts'
import { notFound } from '../kit/errors.ts'
import { iso } from '../kit/iso.ts'
import { itemOf } from './latePiece.ts'

/** @throws DomainError not_found */
export async function lateCandidatesOf(
  ctx: Context,
  actor: StaffActor,
  driveId: number,
  { decided = false, offset, limit }: { offset: number; limit: number; decided?: boolean | undefined },
) {
  const drive = await findDrive(ctx.db.read, driveId, actor.organizationId)
  if (!drive) throw notFound('The drive')
  const all = await late.listLateAttempts(ctx.db.read, drive.id)
  const waiting = all.filter((attempt) => attempt.waiting > 0)
  const asked = decided ? all : waiting
  const shown = asked.slice(offset, offset + limit)
  const names = await late.listLateNames(
    ctx.db.read,
    shown.map(({ id }) => id),
  )
  const byId = new Map(names.map((name) => [name.id, name]))
  return {
    candidates: shown.flatMap(({ id, waiting }) => {
      const name = byId.get(id)
      return name ? [{ ...name, waiting }] : []
    }),
    total: asked.length,
    waiting: waiting.length,
    all: all.length,
    drive_name: drive.name,
  }
}

/** The drives of the organization in which late work waits. */
export async function lateDrivesOf(ctx: Context, actor: StaffActor) {
  const drives = await late.listLateDrives(ctx.db.read, actor.organizationId)
  return {
    drives: drives.map((drive) => ({ ...drive, is_assessment: drive.is_assessment === 1 })),
    candidates: drives.reduce((sum, drive) => sum + drive.candidates, 0),
  }
}

/** @throws DomainError not_found */
export async function lateWorkOf(
  ctx: Context,
  actor: StaffActor,
  ref: string,
  { offset, limit }: { offset: number; limit: number } = { offset: 0, limit: LATE_ITEMS_A_PAGE },
): Promise<z.input<typeof lateWorkView>> {
  const q = ctx.db.read
  const found = await findAttemptByRef(q, ref, actor.organizationId)
  if (!found) throw notFound('The candidate')
  const { attempt, drive, candidate } = found
  const all = await late.listLateIds(q, attempt.id)
  const content = await ctx.content.get(q, contentRef(found))
  const answers = new Map((await listAnswers(q, attempt.id)).map((row) => [row.key, row]))
  const written = await late.listFirstWritings(q, attempt.id)
  const pauses = await listPauses(q, attempt.id)
  const shown = await late.listLateWork(q, attempt.id, all.slice(offset, offset + limit))
  const items: LateItem[] = []
  for (const row of shown) {
    items.push(itemOf(ctx, row, found, content, { answer: answers.get(row.key), written, pauses }))
    // A piece may be as long as a program may be.
    await nextTurn()
  }
  return {
    candidate: {
      first_name: attempt.first_name ?? candidate.first_name ?? '',
      last_name: attempt.last_name ?? candidate.last_name ?? '',
      email: candidate.email,
    },
    ended_at: iso(attempt.finished_at),
    deadline_at: iso(attempt.deadline_at ?? drive.end_time),
    is_paused: attempt.finished_at === null && attempt.paused_at !== null,
    late_policy: drive.late_policy,
    max_offline_minutes: drive.max_offline_minutes,
    items,
    total: all.length,
  }
}
