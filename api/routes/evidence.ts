import type { evidenceEndpoints } from '#contract/endpoints/evidence.ts'
import type { Verification } from '#contract/views/verification.ts'
import type { Context } from '../context.ts'
import { attemptEvidence, driveEvidence } from '../services/evidence/download.ts'
import { checkReceipt } from '../services/receiptCheck.ts'
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
