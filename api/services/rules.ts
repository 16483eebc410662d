import type { z } from 'zod'
import { consoleTexts } from '#contract/consoleTexts.ts'
import type { driveRuleView } from '#contract/views/drive.ts'
import type { Queries } from '#db/connect.ts'
import { findDrive, findPlainDrive } from '#db/queries/drives.ts'
import * as rows from '#db/queries/rules.ts'
import { statusAt } from '#machines/attempt/time.ts'
import { isDuplicateRule } from '#machines/drive/rules.ts'
import type { StaffActor } from '../auth/actor.ts'
import type { Context } from '../context.ts'
import { DomainError, notFound } from '../kit/errors.ts'
import { audit } from './audit.ts'
import { requireVersion } from './requireVersion.ts'

/** Default rules of the organization and rules of its drives. */

type RuleView = z.input<typeof driveRuleView>
const toView = ({ id, description, is_default, drive_id }: rows.RuleRow): RuleView => ({
  id,
  description,
  is_default,
  drive_id,
})

export async function defaultRulesOf(ctx: Context, actor: StaffActor) {
  const rules = (await rows.listDefaultRules(ctx.db.read, actor.organizationId)).map(toView)
  return { rules, rules_count: rules.length }
}

/** @throws DomainError not_found where the drive is not the organization's */
export async function driveRulesOf(ctx: Context, actor: StaffActor, driveId: number) {
  if (!(await findDrive(ctx.db.read, driveId, actor.organizationId))) throw notFound('The drive')
  return { rules: (await rows.listDriveRules(ctx.db.read, driveId)).map(toView) }
}

/** @throws DomainError not_found where the drive is not the organization's; conflict where it is over */
async function requireOpen(
  ctx: Context,
  tx: Queries,
  driveId: number | null,
  organizationId: number,
): Promise<void> {
  if (driveId === null) return
  const drive = await findDrive(tx, driveId, organizationId)
  if (!drive) throw notFound('The drive')
  if (statusAt(drive, ctx.now()) === 'completed')
    throw new DomainError('conflict', 'A completed drive keeps its rules. Copy it instead.')
}

/** @throws DomainError invalid where another rule of the same list says the same */
async function refuseDuplicate(
  tx: Queries,
  rule: { id?: number; drive_id: number | null; description: string },
  organizationId: number,
): Promise<void> {
  const others =
    rule.drive_id === null
      ? await rows.listDefaultRules(tx, organizationId)
      : await rows.listDriveRules(tx, rule.drive_id)
  const said = others.filter((other) => other.id !== rule.id).map((other) => other.description)
  if (isDuplicateRule(rule.description, said))
    throw new DomainError('invalid', consoleTexts.duplicateRule, {
      errors: { description: [consoleTexts.duplicateRule] },
    })
}

/**
 * Adds a default rule, or a rule of one drive.
 * @throws DomainError invalid: said already, or neither kind named; not_found: the drive
 */
export async function addRule(
  ctx: Context,
  actor: StaffActor,
  given: { description: string; is_default?: boolean | undefined; drive_id?: number | undefined },
): Promise<RuleView> {
  const { organizationId } = actor
  const drive_id = given.drive_id ?? null
  if (drive_id === null && given.is_default !== true)
    throw new DomainError('invalid', consoleTexts.createProblemFirst, {
      errors: { drive_id: [consoleTexts.createProblemFirst] },
    })
  return ctx.db.write(async (tx) => {
    // One of an assessment, of before, can still be taken out; none is added.
    if (drive_id !== null && !(await findPlainDrive(tx, drive_id, organizationId)))
      throw notFound('The drive')
    await requireOpen(ctx, tx, drive_id, organizationId)
    await refuseDuplicate(tx, { drive_id, description: given.description }, organizationId)
    const rule = await rows.insertRule(tx, {
      organization_id: organizationId,
      drive_id,
      is_default: drive_id === null,
      description: given.description,
    })
    await audit(
      tx,
      actor,
      { action: 'rule.create', subject: subjectOf(rule), after: { description: rule.description } },
      ctx.now(),
    )
    return toView(rule)
  })
}

const subjectOf = (rule: rows.RuleRow): string =>
  rule.drive_id === null ? `default rule ${rule.id}` : `rule ${rule.id} of drive ${rule.drive_id}`

/** @throws DomainError not_found, invalid where another rule of the list says the same */
export async function changeRule(
  ctx: Context,
  actor: StaffActor,
  id: number,
  { description, was }: { description: string; was?: string | undefined },
): Promise<RuleView> {
  return ctx.db.write(async (tx) => {
    const rule = await rows.findRule(tx, id, actor.organizationId)
    if (!rule) throw notFound('The rule')
    await requireOpen(ctx, tx, rule.drive_id, actor.organizationId)
    requireVersion(was, rule.description, 'rule', `It now says: ‘${rule.description}’.`)
    await refuseDuplicate(tx, { ...rule, description }, actor.organizationId)
    await rows.updateRule(tx, id, description)
    await audit(
      tx,
      actor,
      {
        action: 'rule.update',
        subject: subjectOf(rule),
        before: { description: rule.description },
        after: { description },
      },
      ctx.now(),
    )
    return toView({ ...rule, description })
  })
}

/** @throws DomainError not_found */
export async function removeRule(ctx: Context, actor: StaffActor, id: number): Promise<{ id: number }> {
  return ctx.db.write(async (tx) => {
    const rule = await rows.findRule(tx, id, actor.organizationId)
    if (!rule) throw notFound('The rule')
    await requireOpen(ctx, tx, rule.drive_id, actor.organizationId)
    await rows.deleteRule(tx, id)
    await audit(
      tx,
      actor,
      { action: 'rule.delete', subject: subjectOf(rule), before: { description: rule.description } },
      ctx.now(),
    )
    return { id }
  })
}
