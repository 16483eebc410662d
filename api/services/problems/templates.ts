import type { Queries } from '#db/connect.ts'
import { findLanguage } from '#db/queries/content.ts'
import { touchDrivesOf } from '#db/queries/drives.ts'

import { findStandingProblem } from '#db/queries/problems.ts'
import * as rows from '#db/queries/templates.ts'
import type { StaffActor } from '../../auth/actor.ts'
import type { Context } from '../../context.ts'
import { DomainError, notFound } from '../../kit/errors.ts'
import { audit } from '../audit.ts'
import { requireVersion, savedBy } from '../requireVersion.ts'
import { problemChanged } from './changed.ts'

/**
 * Starter code. A candidate begins with the problem's template in the language, else with the organization's default,
 * else with the language's own comment.
 */

/** Starter code as a call writes it; without a problem it is a default. */
export interface TemplateBody {
  code: string
  language_id: number
  problem_id: number | null
  /** The code that a change began with. */
  was?: string | undefined
}

/** @throws DomainError not_found */
export async function templatesOf(ctx: Context, actor: StaffActor, problemId: number | undefined) {
  const q = ctx.db.read
  if (problemId !== undefined && !(await findStandingProblem(q, problemId, actor.organizationId)))
    throw notFound('The problem')
  return { templates: await rows.listTemplates(q, actor.organizationId, problemId ?? null) }
}

/** @throws DomainError not_found: problem or language; conflict where the language has one already */
async function requireFreeLanguage(
  tx: Queries,
  organizationId: number,
  { problem_id: problemId, language_id: languageId }: TemplateBody,
  except: number | null,
): Promise<void> {
  if (problemId !== null && !(await findStandingProblem(tx, problemId, organizationId)))
    throw notFound('The problem')
  const language = await findLanguage(tx, languageId)
  if (!language) throw notFound('The language')
  if (!(await rows.hasTemplateIn(tx, { organizationId, problemId, languageId, except }))) return
  const sentence =
    problemId === null
      ? `There is already a default template in ${language.name}. Edit that one.`
      : `This problem already has a template in ${language.name}. Edit that one.`
  throw new DomainError('conflict', sentence, { errors: { language_id: [sentence] } })
}

/** After starter code changed: new versions of the problems that begin with other code now. */
async function templateChanged(
  tx: Queries,
  organizationId: number,
  of: { problem_id: number | null; languages: readonly number[] },
  now: number,
): Promise<void> {
  if (of.problem_id !== null) return problemChanged(tx, of.problem_id, now)
  const problems = await rows.raiseVersionsByDefault(tx, organizationId, of.languages, now)
  await touchDrivesOf(tx, 'problem', problems, now)
}

const subjectOf = (id: number, problemId: number | null): string =>
  problemId === null ? `default template ${id}` : `template ${id} of problem ${problemId}`

async function read(tx: Queries, id: number, organizationId: number) {
  const template = await rows.findTemplate(tx, id, organizationId)
  if (!template) throw notFound('The template')
  return template
}

/** @throws DomainError not_found, conflict */
export const addTemplate = (ctx: Context, actor: StaffActor, body: TemplateBody) =>
  ctx.db.write(async (tx) => {
    const { organizationId } = actor
    await requireFreeLanguage(tx, organizationId, body, null)
    const now = ctx.now()
    const id = await rows.insertTemplate(tx, {
      ...body,
      organization_id: organizationId,
      is_default: body.problem_id === null,
    })
    await templateChanged(tx, organizationId, { ...body, languages: [body.language_id] }, now)
    const template = await read(tx, id, organizationId)
    await audit(
      tx,
      actor,
      {
        action: 'template.create',
        subject: subjectOf(id, body.problem_id),
        after: { language: template.language, code: body.code },
      },
      now,
    )
    return { template }
  })

/**
 * Changes code or language; a template stays where it is, with its problem or as a default.
 * @throws DomainError not_found, conflict
 */
export const changeTemplate = (ctx: Context, actor: StaffActor, id: number, body: TemplateBody) =>
  ctx.db.write(async (tx) => {
    const { organizationId } = actor
    const stored = await read(tx, id, organizationId)
    if (stored.problem_id !== body.problem_id) throw notFound('The template')
    requireVersion(
      body.was,
      stored.code,
      'template',
      'Its code is now different.',
      await savedBy(
        tx,
        'template',
        { id, organization_id: organizationId },
        subjectOf(id, stored.problem_id),
      ),
    )
    await requireFreeLanguage(tx, organizationId, body, id)
    const { code, language_id } = body
    if (code === stored.code && language_id === stored.language_id) return { template: stored }
    const now = ctx.now()
    await rows.updateTemplate(tx, id, { code, language_id })
    const languages = [stored.language_id, language_id]
    await templateChanged(tx, organizationId, { problem_id: stored.problem_id, languages }, now)
    const template = await read(tx, id, organizationId)
    await audit(
      tx,
      actor,
      {
        action: 'template.update',
        subject: subjectOf(id, stored.problem_id),
        before: { language: stored.language, code: stored.code },
        after: { language: template.language, code },
      },
      now,
    )
    return { template }
  })

/** @throws DomainError not_found */
export const deleteTemplate = (ctx: Context, actor: StaffActor, id: number) =>
  ctx.db.write(async (tx) => {
    const { organizationId } = actor
    const stored = await read(tx, id, organizationId)
    // Those of a deleted problem stay with the drives that ask it.
    if (stored.problem_id !== null && !(await findStandingProblem(tx, stored.problem_id, organizationId)))
      throw notFound('The template')
    const now = ctx.now()
    await rows.removeTemplate(tx, id)
    await templateChanged(
      tx,
      organizationId,
      { problem_id: stored.problem_id, languages: [stored.language_id] },
      now,
    )
    await audit(
      tx,
      actor,
      {
        action: 'template.delete',
        subject: subjectOf(id, stored.problem_id),
        before: { language: stored.language, code: stored.code },
      },
      now,
    )
    return { id }
  })
