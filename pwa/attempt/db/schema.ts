import Dexie, { type EntityTable, type Table } from 'dexie'
import type { FinishBody, Op, TypedOp } from '#contract/ops.ts'
import type { ReceiptFile } from '#contract/receipt.ts'
import type { AttemptState, OpResult } from '#contract/sync.ts'
import type {
  DriveView,
  LanguageView,
  ProblemView,
  QuestionView,
  RunView,
  SubmissionView,
} from '#contract/views/candidate.ts'

/** The newest server time stamp, and where this device's clocks stood when it came. */
export interface Anchor {
  id: string
  serverMs: number
  bootId: string
  monoMs: number
  wallMs: number
}

export type SaidOnce = TypedOp<'feedback' | 'fraud_report'> & { seq: number; made_at: number }

/** One attempt on this device: who writes, how far the log reaches, what the server last said. */
export interface AttemptRecord {
  attempt_id: string
  token: string
  /** The token of the link it was begun or last gone on with here; null if this device came to it another way. */
  invitation_token: string | null
  drive_id: number
  candidate_id: number
  view: DriveView
  lease_id: string
  /**
   * The lease that is being given up for a new one: noted before it is asked for, for the server may have given it up
   * although its answer never came.
   */
  giving_up?: string
  lease_epoch: number
  nonce: string
  granted_head_seq: number
  granted_head_hash: string
  order_seed: string
  server_epoch: number
  tail_seq: number
  tail_hash: string
  acked_seq: number
  acked_hash: string
  /** When the server took the newest acked op, in server milliseconds. */
  acked_at: number | null
  anchor: Anchor
  started_at: number
  deadline_at: number
  state: AttemptState
  end_reason: string | null
  /**
   * Facts of the log that every load asks for, kept here because a log of an hour is too long to be read through then.
   * Departures that count and full-screen attempts that are spent, by the server's word and this device's log since.
   */
  strikes?: number
  screen_exits?: number
  /** Whether the log says last that the connection went or that it came back. */
  connection?: 'offline' | 'online'
  /** Since when it had gone, in server milliseconds; missing from tests of older versions. */
  offline_since?: number
  /** A test of an earlier version of the pages has it: `strikes` are those up to here, the rest is in the log. */
  strikes_seq?: number | undefined
  /** The clock stands still since then, in server milliseconds. */
  paused_at: number | null
  /** Notices of what staff said or did: the newest, and the newest that was read here. */
  newest_notice: number
  notices_read?: number
  /** Work of a lost device was taken up here as far as this notice tells of it. */
  adopted_notice?: number
  /** After the lease was lost: the tail is in the server's quarantine up to here. */
  quarantined_seq?: number
  /** How many ops a takeover put aside that the server has not kept yet: they stand on this device alone. */
  aside_waiting?: number
  /** A finish stands in the log on this device. */
  finished_at: number | null
  /**
   * Entries this device's log has already, for the rules that allow them once; missing from tests of older versions.
   */
  feedback_given?: boolean
  fraud_reported?: boolean
  pictures_named?: number
  /**
   * Entries that may be made once, as made, for a page whose storage is deleted under it; missing from older versions.
   */
  said_once?: readonly SaidOnce[]
  /** The finish's place in the log; missing from tests of older versions. */
  finish_seq?: number
  /** The finish's reason; missing from tests of older versions. */
  finish_kind?: FinishBody['reason']
  receipt: string
  /** The receipt of the answer that first said that the test is over: the one a candidate keeps. */
  finish_receipt?: string | undefined
  /** The newest of both with what it speaks of, as a candidate can hand it in; missing from answers of older servers. */
  receipt_file?: ReceiptFile | undefined
  finish_file?: ReceiptFile | undefined
  /** The test was over before this device came to it: the receipt that counts is another device's. */
  ended_elsewhere?: boolean
  start_receipt: string
  /** The same with what it speaks of; missing from tests of older versions. */
  start_file?: ReceiptFile | undefined
  /** The server's signature of the start, and its time stamp at the lease; missing from tests of older versions. */
  start_proof?: string | undefined
  granted_anchor?: string
  mcqs_submitted: boolean
  lease_lost: boolean
  /** When the server ended it, where nobody finished it here: known to the end page, in server milliseconds. */
  ended_at?: number
  /** The end page was shown: what the candidate does with this test on this device is done. */
  end_reached?: boolean
}

export interface OpRecord extends Op {
  result: OpResult['result'] | null
  reason: string | null
  acked_at: number | null
  stripped?: boolean
  /** When the server's quarantine took this op that was put aside, on this device's clock. */
  quarantined_at?: number
  /** The op was put aside, and its content was appended again under the next lease. */
  is_again?: true
}

/** The newest value of a key on this device. */
export interface AnswerRecord {
  attempt_id: string
  key: string
  /** Choices: the selection. Code: the text. */
  value: number[] | string
  /** Choices: what was saved last. */
  saved: number[] | null
  seq: number
  /** In server milliseconds, as this device claims it; missing from tests of older versions. */
  made_at?: number
  /** When it was saved, in milliseconds, by the server's word; set if the op is not on this device. */
  saved_at?: number
  /** The same: see Work.late. */
  is_uncounted?: true
}

export interface SubmissionRecord {
  attempt_id: string
  op_id: string
  seq: number
  problem_id: number
  language_id: number
  made_at: number
  /** The program, for a page whose storage is deleted under it; missing from tests of older versions. */
  source?: string
  submission_id: number | null
  result: SubmissionView | null
}

export interface RunRecord {
  attempt_id: string
  token: string
  problem_id: number
  custom: boolean
  result: RunView | null
}

export interface ContentRecord {
  attempt_id: string
  problems: ProblemView[]
  questions: QuestionView[]
  languages: LanguageView[]
  templates: Record<number, { language_id: number; code: string }[]>
}

export interface BlobRecord {
  attempt_id: string
  sha256: string
  seq: number
  body: Blob
  /** Sent not before; spreads the pictures of many candidates. */
  not_before: number
  /** It was refused by itself: tried again not before. */
  again_at?: number
}

export interface Setting {
  name: string
  value: unknown
}

/**
 * The device's storage. Strict durability: with the browser's default (relaxed) a commit may be lost with the
 * machine's power although it was reported.
 */
export class LocalDatabase extends Dexie {
  readonly attempts!: EntityTable<AttemptRecord, 'attempt_id'>
  readonly ops!: Table<OpRecord, [string, number]>
  readonly answers!: Table<AnswerRecord, [string, string]>
  readonly submissions!: Table<SubmissionRecord, [string, string]>
  readonly runs!: Table<RunRecord, [string, string]>
  readonly content!: EntityTable<ContentRecord, 'attempt_id'>
  readonly blobs!: Table<BlobRecord, [string, string]>
  readonly settings!: EntityTable<Setting, 'name'>
  /** Ops put aside by a fork, with the lease they were written under. */
  readonly aside!: Table<OpRecord, [string, string, number]>

  constructor(name = 'holdfast') {
    super(name, { chromeTransactionDurability: 'strict' })
    this.version(1).stores({
      attempts: 'attempt_id',
      ops: '[attempt_id+seq]',
      answers: '[attempt_id+key], attempt_id',
      submissions: '[attempt_id+op_id], attempt_id',
      runs: '[attempt_id+token], attempt_id',
      content: 'attempt_id',
      blobs: '[attempt_id+sha256], attempt_id',
      settings: 'name',
      aside: '[attempt_id+lease_id+seq]',
    })
  }
}

let shared: LocalDatabase | null = null

/** The one database of this page or worker. */
export function localDatabase(): LocalDatabase {
  shared ??= new LocalDatabase()
  return shared
}

/** A dead handle never heals by being tried again: drop it and open a new one. */
export function reopenDatabase(): LocalDatabase {
  shared?.close()
  shared = new LocalDatabase()
  return shared
}

/** Whether it is the device's storage that failed. */
export const isOfStorage = (error: unknown): boolean =>
  error instanceof Error && Object.values<string>(Dexie.errnames).includes(error.name)
