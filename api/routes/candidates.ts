import type { candidatesEndpoints } from '#contract/endpoints/candidates.ts'
import { plural } from '#contract/plural.ts'
import { LINK_IN_MENU, saidOfMail } from '../mail/said.ts'
import * as actions from '../services/candidates/actions.ts'
import { deleteCandidate } from '../services/candidates/deleting.ts'
import { invite, invitedMessage } from '../services/candidates/inviting.ts'
import { linkOf, linksOf, reissuedMessage } from '../services/candidates/link.ts'
import { importRescueFile, rescuedMessage } from '../services/candidates/rescue.ts'
import {
  absenteesOf,
  requestedMessage,
  requestLink,
  resendInvitations,
  resentMessage,
} from '../services/candidates/resending.ts'
import { candidatesOf, plainDriveId } from '../services/drives.ts'
import { snapshotsOf } from '../services/report.ts'
import { baseOf } from './baseOf.ts'
import type { Handlers } from './handler.ts'

export const candidatesHandlers: Handlers<keyof typeof candidatesEndpoints> = {
  getCandidateList: async ({ ctx, actor, params, query }) => ({
    data: await candidatesOf(ctx, actor, await plainDriveId(ctx, actor, params.driveId), query),
  }),
  getAbsentIds: async ({ ctx, actor, params, query }) => ({
    data: await absenteesOf(ctx, actor, params.driveId, query.search),
  }),
  async postCandidateLinks({ ctx, actor, params, c }) {
    return { data: await linksOf(ctx, actor, params.driveId, baseOf(ctx, c)) }
  },
  async postInvite({ ctx, actor, body }) {
    const done = await invite(ctx, actor, body)
    return { data: done, message: invitedMessage(ctx, done) }
  },
  async postResendInvite({ ctx, actor, body }) {
    const data = await resendInvitations(ctx, actor, body)
    return { data, message: resentMessage(ctx, data) }
  },
  async postLinkRequest({ ctx, body, address }) {
    await requestLink(ctx, body.email, address)
    return { data: { accepted: true }, message: requestedMessage(ctx) }
  },
  putAccommodation: async ({ ctx, actor, params, body }) => ({
    data: await actions.setAccommodation(ctx, actor, params.ref, body),
    message: 'Accommodation saved.',
  }),
  async postAttemptLink({ ctx, actor, params, c }) {
    return { data: await linkOf(ctx, actor, params.ref, baseOf(ctx, c)) }
  },
  async postReissue({ ctx, actor, params }) {
    const data = await actions.reissueLink(ctx, actor, params.ref)
    return { data, message: reissuedMessage(ctx, data.candidate) }
  },
  postRevoke: async ({ ctx, actor, params }) => ({
    data: await actions.revokeLink(ctx, actor, params.ref),
    message: 'The link no longer works.',
  }),
  postResetDevice: async ({ ctx, actor, params }) => ({
    data: await actions.resetDevice(ctx, actor, params.ref),
    message: 'The next device takes over without confirmation.',
  }),
  postMinutes: async ({ ctx, actor, params, body }) => ({
    data: await actions.addMinutes(ctx, actor, params.ref, body.minutes),
    message: `${plural(body.minutes, 'minute')} added.`,
  }),
  postPause: async ({ ctx, actor, params }) => ({
    data: await actions.pauseAttempt(ctx, actor, params.ref),
    message: 'The clock is stopped.',
  }),
  postResume: async ({ ctx, actor, params }) => ({
    data: await actions.resumeAttempt(ctx, actor, params.ref),
    message: 'The clock is running again; the pause was added.',
  }),
  postReopen: async ({ ctx, actor, params, body }) => ({
    data: await actions.reopenAttempt(ctx, actor, params.ref, body.minutes),
    message: saidOfMail(ctx, 'The test is open again; its link was emailed.', {
      done: 'The test is open again.',
      where: LINK_IN_MENU,
    }),
  }),
  postMessage: async ({ ctx, actor, params, body }) => ({
    data: await actions.sendMessage(ctx, actor, params.ref, body.text),
    message: 'Message sent.',
  }),
  postRescueFile: async ({ ctx, actor, params, file }) => {
    const data = await importRescueFile(ctx, actor, params.ref, file.bytes)
    return { data, message: rescuedMessage(data) }
  },
  deleteCandidate: async ({ ctx, actor, params }) => ({
    data: await deleteCandidate(ctx, actor, params.id),
    message: 'The candidate and all their data were deleted.',
  }),
  getSnapshots: async ({ ctx, actor, query }) => ({
    data: { snapshots: await snapshotsOf(ctx, actor, query.drive_id, query.candidate_id) },
  }),
}
