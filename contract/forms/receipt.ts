import { z } from 'zod'
import { sha256Hex, text, upTo } from '../primitives.ts'
import { plainCode } from '../receipt.ts'

const code = text(40).transform(plainCode)

/** A receipt as it was saved. */
export const receiptFile = z.strictObject({
  holdfast_receipt: z.literal(1),
  attempt_id: text(100),
  lease_id: text(100),
  head_seq: z.number().int().min(0).max(1_000_000),
  head_hash: z.union([z.literal(''), sha256Hex]),
  time: upTo(40).pipe(z.iso.datetime({ precision: 3 })),
  server_epoch: z.number().int().min(0).max(1_000_000),
  receipt: text(200),
})

/** A receipt that somebody wants checked: its code, or the file. */
export const receiptCheckForm = z.union([
  z.strictObject({ code: code.refine((s) => s.length === 12, 'is twelve letters and digits long') }),
  receiptFile,
])
