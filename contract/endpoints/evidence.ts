import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { erasingGoOnBody } from '../forms/drive.ts'
import { receiptCheckForm } from '../forms/receipt.ts'
import type { CallName } from '../paths.ts'
import { pathId, token } from '../primitives.ts'
import { erasingView } from '../views/erasing.ts'
import { receiptCheck } from '../views/receipt.ts'
import { verificationView } from '../views/verification.ts'

/** Whether what was handed out and what is kept still holds. */
export const evidenceEndpoints = {
  postReceiptCheck: {
    who: 'public',
    summary: 'Says what a receipt, given as code or file, proves and what of it this server holds',
    body: receiptCheckForm,
    output: receiptCheck,
    errors: ['too_many_requests'],
  },
  getVerification: {
    who: 'superadmin',
    summary: 'The progress of the newest check of all evidence, and its findings',
    output: verificationView,
  },
  postVerification: {
    who: 'superadmin',
    summary: 'Begins a check of all evidence, unless one is running',
    output: verificationView,
  },
  getErasing: {
    who: 'superadmin',
    summary:
      'For how long the results of drives and assessments are kept, what of them is due, and whether erasing is on hold',
    output: erasingView,
  },
  postErasingGoOn: {
    who: 'superadmin',
    summary:
      'Lets erasing go on that was put on hold after a restore or a jump of the clock: whatever is due is erased within minutes; audited',
    body: erasingGoOnBody,
    output: erasingView,
    errors: ['conflict'],
  },
  getAttemptEvidence: {
    who: 'admin',
    summary:
      'The evidence of one begun test as a signed ZIP that can be checked without this server (docs/evidence-archive.md); audited',
    params: z.object({ ref: token }),
    output: z.string(),
    file: 'application/zip',
    errors: ['not_found', 'conflict'],
  },
  getDriveEvidence: {
    who: 'admin',
    summary: 'The same of all begun tests of a drive or an assessment; audited',
    params: z.object({ id: pathId }),
    output: z.string(),
    file: 'application/zip',
    errors: ['not_found', 'conflict'],
  },
} as const satisfies Partial<Record<CallName, Endpoint>>
