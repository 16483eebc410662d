import { consoleTexts } from '#contract/consoleTexts.ts'
import type { driveEndpoints } from '#contract/endpoints/drives.ts'
import { listDifficulties, listTags } from '#db/queries/bank.ts'
import { driveContactsOf, driveDetailsOf } from '../services/driveDetails.ts'
import { changeEngine } from '../services/driveEngines.ts'
import { drivesInState } from '../services/drives.ts'
import { driveViewOf } from '../services/driveView.ts'
import { changeDrive, createStaffDrive, deleteDrive } from '../services/driveWriting.ts'
import { addInstitute, changeInstitute, institutesOf, removeInstitute } from '../services/institutes.ts'
import { setRetention } from '../services/retention/setting.ts'
import { addRule, changeRule, defaultRulesOf, driveRulesOf, removeRule } from '../services/rules.ts'
import type { Handlers } from './handler.ts'

export const driveHandlers: Handlers<keyof typeof driveEndpoints> = {
  getDrives: async ({ ctx, actor, query }) => ({ data: await drivesInState(ctx, actor, undefined, query) }),
  getOngoingDrives: async ({ ctx, actor, query }) => ({
    data: await drivesInState(ctx, actor, 'ongoing', query),
  }),
  getUpcomingDrives: async ({ ctx, actor, query }) => ({
    data: await drivesInState(ctx, actor, 'upcoming', query),
  }),
  getCompletedDrives: async ({ ctx, actor, query }) => ({
    data: await drivesInState(ctx, actor, 'completed', query),
  }),
  async getAdminDrive({ ctx, actor, params }) {
    const which = { id: params.id, organizationId: actor.organizationId }
    return { data: { drive: await driveViewOf(ctx.db.read, which, ctx.now()) } }
  },
  postDrive: async ({ ctx, actor, body }) => ({
    data: { drive: await createStaffDrive(ctx, actor, body) },
    message: (body.copy_of === undefined ? '' : consoleTexts.duplicatePrefix) + consoleTexts.driveCreated,
  }),
  putDrive: async ({ ctx, actor, params, body }) => ({
    data: { drive: await changeDrive(ctx, actor, params.id, body) },
    message: consoleTexts.driveUpdated,
  }),
  deleteDrive: async ({ ctx, actor, params }) => ({
    data: await deleteDrive(ctx, actor, params.id),
    message: consoleTexts.driveDeleted,
  }),
  putRetention: async ({ ctx, actor, params, body }) => ({
    data: { retention: await setRetention(ctx, actor, params.id, body) },
    message: 'Retention updated successfully',
  }),
  putEngine: async ({ ctx, actor, params, body }) => ({
    data: await changeEngine(ctx, actor, params.id, body),
    message: 'Engine updated successfully',
  }),
  getDriveDetails: async ({ ctx, actor, params }) => ({
    data: await driveDetailsOf(ctx, actor, params.driveId),
  }),
  getDriveContacts: async ({ ctx, actor, params }) => ({
    data: await driveContactsOf(ctx, actor, params.id),
  }),

  getDefaultRules: async ({ ctx, actor }) => ({ data: await defaultRulesOf(ctx, actor) }),
  getRules: async ({ ctx, actor, query }) => ({ data: await driveRulesOf(ctx, actor, query.drive_id) }),
  postRule: async ({ ctx, actor, body }) => ({
    data: { rule: await addRule(ctx, actor, body) },
    message: 'Rule added successfully',
  }),
  putRule: async ({ ctx, actor, params, body }) => ({
    data: { rule: await changeRule(ctx, actor, params.id, body) },
    message: 'Rule updated successfully',
  }),
  deleteRule: async ({ ctx, actor, params }) => ({
    data: await removeRule(ctx, actor, params.id),
    message: 'Rule deleted successfully',
  }),

  getInstitutes: async ({ ctx, actor }) => ({ data: await institutesOf(ctx, actor) }),
  postInstitute: async ({ ctx, actor, body }) => ({
    data: { institute: await addInstitute(ctx, actor, body.name) },
    message: consoleTexts.instituteAdded,
  }),
  putInstitute: async ({ ctx, actor, params, body }) => ({
    data: { institute: await changeInstitute(ctx, actor, params.id, body) },
    message: consoleTexts.instituteUpdated,
  }),
  deleteInstitute: async ({ ctx, actor, params }) => ({
    data: await removeInstitute(ctx, actor, params.id),
    message: consoleTexts.instituteDeleted,
  }),

  getTags: async ({ ctx, actor }) => ({ data: { tags: await listTags(ctx.db.read, actor.organizationId) } }),
  getDifficulties: async ({ ctx, actor }) => ({
    data: { difficulties: await listDifficulties(ctx.db.read, actor.organizationId) },
  }),
}
