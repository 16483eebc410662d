import type { ReceiptFile } from '#contract/receipt.ts'
import type { LocalDatabase } from './schema.ts'

/** The record that stays: no answer, no question, no name of a person, and nothing that opens anything. */
export interface FinishedRecord {
  attempt_id: string
  /** Hashes of the link and of the attempt's token: enough to know them again. */
  invitation_hash: string | null
  token_hash: string
  drive_name: string
  organization_name: string
  support_name?: string | null
  support_email: string | null
  support_phone: string | null
  finished_at: number | null
  /** When the server ended it, where nobody finished it here and the end page was told. */
  ended_at?: number
  /** Another device went on with it: it was not over by what this one knew. */
  is_elsewhere?: true
  deadline_at: number
  end_reason: string | null
  /** Null where the test had ended before this device came to it. */
  receipt_code: string | null
  /** The same receipt as a file; missing from records of older versions. */
  receipt_file?: ReceiptFile
  /** When the server took the last of it. */
  acked_at: number | null
  /** How many of its camera pictures the server refused for good. */
  refused_pictures?: number
  /** The newest notice that was read here: a reopened test does not say it again. */
  notices_read?: number
}

/** The prefix of its name among the settings. */
export const FINISHED = 'finished:'

/** The record of one test that was finished on this device. */
export const finishedRecord = async (
  db: LocalDatabase,
  attemptId: string,
): Promise<FinishedRecord | undefined> =>
  (await db.settings.get(FINISHED + attemptId))?.value as FinishedRecord | undefined

/** The records of the tests that were finished on this device, newest first. */
export async function finishedHere(db: LocalDatabase): Promise<FinishedRecord[]> {
  const rows = await db.settings.where('name').startsWith(FINISHED).toArray()
  const ended = (record: FinishedRecord): number => record.finished_at ?? record.deadline_at
  return rows.map((row) => row.value as FinishedRecord).toSorted((a, b) => ended(b) - ended(a))
}
