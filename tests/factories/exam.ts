import type { Context } from '#api/context.ts'
import type { Send } from './client.ts'
import { type Device, startDevice } from './device.ts'
import {
  type Invited,
  type Organization,
  type OrganizationOptions,
  seedOrganization,
} from './organization.ts'

/** One candidate in the midst of a test, with an organization of their own. */
export interface Exam {
  org: Organization
  who: Invited
  device: Device
  /** Server milliseconds. */
  deadline: number
}

let count = 0

export async function startExam(
  app: { ctx: Context; send: Send; clock: { now: () => number } },
  options: OrganizationOptions = {},
): Promise<Exam> {
  const org = await seedOrganization(app.ctx, `exam${count++}`, options)
  const [who] = org.candidates
  if (!who) throw new Error('Nobody was invited')
  const device = await startDevice(app, who)
  return { org, who, device, deadline: Date.parse(device.grant.deadline_at) }
}
