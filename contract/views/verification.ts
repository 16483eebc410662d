import { z } from 'zod'
import { isoTime } from '../primitives.ts'

/** A walk through all evidence of the installation: how far it is, and what does not hold. */
export const verification = z.object({
  state: z.enum(['running', 'done', 'failed']),
  started_at: isoTime,
  ended_at: isoTime.nullable(),
  /** Anything older was sealed then, as it stood; null: not everything is sealed yet. */
  sealed_since: isoTime.nullable(),
  /** When the installation was set up again from a backup, and up to when that one had everything; oldest first. */
  restores: z.array(z.object({ backup_of: isoTime, restored_at: isoTime })),
  /** Begun tests there are. */
  attempts: z.number(),
  walked: z.object({
    audit_entries: z.number(),
    attempts: z.number(),
    changes: z.number(),
    receipts: z.number(),
    pictures: z.number(),
  }),
  findings: z.array(z.object({ where: z.string(), what: z.string() })),
  /** Beside those that are named. */
  more_findings: z.number(),
})
export type Verification = z.infer<typeof verification>

/** The log of the database, as it is shipped between two backups. */
export const shippedLogState = z.object({
  /** All that was committed until then is shipped; null: nothing yet. */
  until: isoTime.nullable(),
  /** That is longer ago than it should be. */
  is_late: z.boolean(),
  /** Why it could not be shipped last; null after a time that it could. */
  fault: z.string().nullable(),
})
export type ShippedLogState = z.infer<typeof shippedLogState>

/** Backups that the server makes by itself. */
export const backupState = z.object({
  folder: z.string(),
  every_hours: z.number(),
  /** The rule by which older ones go. */
  keep: z.string(),
  is_running: z.boolean(),
  /** null: there is none yet. */
  newest: z.object({ made_at: isoTime, bytes: z.number(), is_encrypted: z.boolean() }).nullable(),
  /** The newest is twice as old as it may be, or there is none. */
  is_too_old: z.boolean(),
  /** Why the last one could not be made, or what after it could not be done; null where all went well. */
  fault: z.object({ at: isoTime, words: z.string(), is_made: z.boolean() }).nullable(),
  /** null: nothing is shipped between them. */
  log: shippedLogState.nullable(),
})
export type BackupState = z.infer<typeof backupState>

/** The newest walk since the server started; null: there was none. And its backups; null: it makes none by itself. */
export const verificationView = z.object({
  verification: verification.nullable(),
  backups: backupState.nullable(),
  /** The fingerprint of the key that signs receipts and archives: SHA-256 of its DER form. */
  receipt_key_sha256: z.string(),
})
