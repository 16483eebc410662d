import type { Endpoint } from '../endpoint.ts'
import { receiptCheckForm } from '../forms/receipt.ts'
import type { CallName } from '../paths.ts'
import { receiptCheck } from '../views/receipt.ts'
import { verificationView } from '../views/verification.ts'

/** Whether what was handed out and what is kept still holds. */
export const evidenceEndpoints = {
  postReceiptCheck: {
    who: 'public',
    summary: 'Says what a receipt proves and what of it this server holds, by its code or its file',
    body: receiptCheckForm,
    output: receiptCheck,
    errors: ['too_many_requests'],
  },
  getVerification: {
    who: 'superadmin',
    summary: 'How far the newest check of all evidence is, and what it found',
    output: verificationView,
  },
  postVerification: {
    who: 'superadmin',
    summary: 'Begins a check of all evidence, unless one runs',
    output: verificationView,
  },
} as const satisfies Partial<Record<CallName, Endpoint>>
