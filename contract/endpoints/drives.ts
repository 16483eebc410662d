import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { changedDriveBody, engineBody, newDriveBody, retentionBody } from '../forms/drive.ts'
import { instituteForm, ruleDescription } from '../forms/organization.ts'
import type { CallName } from '../paths.ts'
import { id, ignored, limit, offset, pathId, search, was } from '../primitives.ts'
import * as view from '../views/drive.ts'

const driveQuery = z.object({ offset, limit, search })
const driveColumn = (which: string) =>
  ({
    who: 'admin',
    summary: `The organization's ${which} drives`,
    query: driveQuery,
    output: view.drivePage,
  }) as const satisfies Endpoint
const oneDrive = z.object({ drive: view.staffDriveView })
const oneId = z.object({ id: pathId })
const gone = z.object({ id })

/** Drives with their rules, institutes, and the lists a drive is picked from. */
export const driveEndpoints = {
  getDrives: {
    who: 'admin',
    summary: "All of the organization's drives: running first, then upcoming, then completed",
    query: driveQuery,
    output: view.drivePage,
  },
  getOngoingDrives: driveColumn('ongoing'),
  getUpcomingDrives: driveColumn('upcoming'),
  getCompletedDrives: driveColumn('completed'),
  getAdminDrive: {
    who: 'admin',
    summary: "One of the organization's drives, with its parts",
    params: oneId,
    output: oneDrive,
    errors: ['not_found'],
  },
  postDrive: {
    who: 'admin',
    summary: 'Creates a drive',
    body: newDriveBody,
    output: oneDrive,
    errors: ['not_found'],
  },
  putDrive: {
    who: 'admin',
    summary: 'Changes a drive; a conflict returns both states',
    params: oneId,
    body: changedDriveBody,
    output: oneDrive,
    errors: ['not_found', 'conflict'],
  },
  deleteDrive: {
    who: 'admin',
    summary: 'Deletes a drive that nobody has begun',
    params: oneId,
    output: gone,
    errors: ['not_found', 'conflict'],
  },
  putRetention: {
    who: 'admin',
    summary:
      'Says for how many days after its end the results of a drive or an assessment are kept, also once it is completed; if results go by it that would have stayed longer, the first answer is a conflict that says how many and when (`details.erases`), and the change is made with `confirmed`',
    params: oneId,
    body: retentionBody,
    output: z.object({ retention: z.object({ id, ...view.keptFields }) }),
    errors: ['not_found', 'conflict'],
  },
  putEngine: {
    who: 'admin',
    summary:
      'Lets the programs of a language, in a drive that has begun, be run by the engine that this server takes for it now; verdicts that are there stay',
    params: oneId,
    body: engineBody,
    output: z.object({ engines: z.array(view.driveEngine) }),
    errors: ['not_found', 'conflict'],
  },
  getDriveDetails: {
    who: 'admin',
    summary: 'How many candidates, problems and questions a drive has',
    params: z.object({ driveId: pathId }),
    output: view.driveDetailsView,
    errors: ['not_found'],
  },
  getDriveContacts: {
    who: 'admin',
    summary: "A drive's contacts",
    params: oneId,
    output: z.object({ drive_contacts: z.array(view.driveContact) }),
    errors: ['not_found'],
  },

  getDefaultRules: {
    who: 'admin',
    summary: "The organization's default rules",
    output: z.object({ rules: z.array(view.driveRuleView), rules_count: z.number() }),
  },
  getRules: {
    who: 'admin',
    summary: "A drive's rules",
    query: z.object({ drive_id: pathId }),
    output: z.object({ rules: z.array(view.driveRuleView) }),
    errors: ['not_found'],
  },
  postRule: {
    who: 'admin',
    summary: 'Adds a default rule, or a rule of one drive',
    body: z.strictObject({
      description: ruleDescription,
      is_default: z.boolean().optional(),
      drive_id: id.optional(),
    }),
    output: z.object({ rule: view.driveRuleView }),
    errors: ['not_found'],
  },
  putRule: {
    who: 'admin',
    summary: 'Changes a rule',
    params: oneId,
    body: z.strictObject({
      id: ignored,
      drive_id: ignored,
      is_default: ignored,
      description: ruleDescription,
      was,
    }),
    output: z.object({ rule: view.driveRuleView }),
    errors: ['not_found', 'conflict'],
  },
  deleteRule: {
    who: 'admin',
    summary: 'Deletes a rule',
    params: oneId,
    output: gone,
    errors: ['not_found', 'conflict'],
  },

  getInstitutes: {
    who: 'admin',
    summary: "The organization's institutes",
    output: z.object({ institutes: z.array(view.instituteView), total: z.number() }),
  },
  postInstitute: {
    who: 'admin',
    summary: 'Adds an institute',
    body: instituteForm,
    output: z.object({ institute: view.instituteView }),
    errors: ['conflict'],
  },
  putInstitute: {
    who: 'admin',
    summary: 'Renames an institute',
    params: oneId,
    body: instituteForm.extend({ id: ignored, was }),
    output: z.object({ institute: view.instituteView }),
    errors: ['not_found', 'conflict'],
  },
  deleteInstitute: {
    who: 'admin',
    summary: 'Deletes an institute; drives that were held there keep its name',
    params: oneId,
    output: gone,
    errors: ['not_found'],
  },

  getTags: { who: 'admin', summary: "The bank's tags", output: z.object({ tags: z.array(view.named) }) },
  getDifficulties: {
    who: 'admin',
    summary: "The bank's difficulties",
    output: z.object({ difficulties: z.array(view.named) }),
  },
} as const satisfies Partial<Record<CallName, Endpoint>>
