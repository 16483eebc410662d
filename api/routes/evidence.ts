import type { evidenceEndpoints } from '#contract/endpoints/evidence.ts'
import type { Verification } from '#contract/views/verification.ts'
import type { Context } from '../context.ts'
import { attemptEvidence, driveEvidence } from '../services/evidence/download.ts'
import { checkReceipt } from '../services/receiptCheck.ts'
import { erasingViewOf } from '../services/retention/listing.ts'
import { goOnErasing } from '../services/retention/onHold.ts'
import { beginVerification, newestVerification } from '../services/verification.ts'
import type { Handlers } from './handler.ts'

export const evidenceHandlers: Handlers<keyof typeof evidenceEndpoints> = {
  postReceiptCheck: async ({ ctx, body, address }) => ({ data: await checkReceipt(ctx, body, address) }),
  getVerification: async ({ ctx }) => ({
    data: await verificationViewOf(ctx, newestVerification(ctx)),
  }),
  postVerification: async ({ ctx }) => ({
    data: await verificationViewOf(ctx, beginVerification(ctx)),
  }),
  getErasing: async ({ ctx }) => ({ data: await erasingViewOf(ctx) }),
  async postErasingGoOn({ ctx, actor, body }) {
    const before = body.before === null ? null : Date.parse(body.before)
    const hold = await goOnErasing(ctx, actor, { why: body.why, before })
    return {
      data: await erasingViewOf(ctx),
      message: hold
        ? 'Erasing goes on: whatever is due goes within minutes.'
        : 'Erasing is not on hold any more.',
    }
  },
  getAttemptEvidence: async ({ ctx, actor, params }) => ({
    data: await attemptEvidence(ctx, actor, params.ref),
  }),
  getDriveEvidence: async ({ ctx, actor, params }) => ({ data: await driveEvidence(ctx, actor, params.id) }),
}

const verificationViewOf = async (ctx: Context, verification: Verification | null) => ({
  verification,
  backups: await ctx.backups.state(),
  receipt_key_sha256: ctx.keys.receiptKeyFingerprint,
})
