import { checkReceipt } from '../services/receiptCheck.ts'
import { beginVerification, newestVerification } from '../services/verification.ts'
import type { Handlers } from './handler.ts'

export const evidenceHandlers: Handlers<'postReceiptCheck' | 'getVerification' | 'postVerification'> = {
  postReceiptCheck: async ({ ctx, body, address }) => ({ data: await checkReceipt(ctx, body, address) }),
  getVerification: async ({ ctx }) => ({
    data: { verification: newestVerification(ctx), backups: await ctx.backups.state() },
  }),
  postVerification: async ({ ctx }) => ({
    data: { verification: beginVerification(ctx), backups: await ctx.backups.state() },
  }),
}
