import type { OpType, SpanBody, TypedOp } from '#contract/ops.ts'
import { isStrike } from '#machines/attempt/proctoring.ts'
import { clockJump } from './clock.ts'
import type { NewEntry } from './db/append.ts'
import { findOp } from './db/ops.ts'
import type { LocalDatabase } from './db/schema.ts'
import { refusalHere } from './gate.ts'
import { sha256OfBlob } from './hash.ts'
import type { LogWriter } from './log/writer.ts'
import type { Memory } from './memory.ts'
import { isOpenHere, offlineFor, serverNow } from './state.ts'
import { blobDelay } from './sync/media.ts'

/** The page's observations of the person and of itself, for the log alone: none of it is work. */
export class Signals {
  readonly #memory: Memory
  readonly #log: Pick<LogWriter, 'append'>

  constructor(memory: Memory, log: Pick<LogWriter, 'append'>) {
    this.#memory = memory
    this.#log = log
    memory.on('SENDER_STALLED', () => void this.signal('sync_stall').catch(() => {}))
  }

  async signal(type: OpType, body: SpanBody = {}): Promise<void> {
    if (!isOpenHere(this.#memory.state)) return
    if (isStrike(type, body)) this.#memory.send({ type: 'STRIKE_NOTED' })
    await this.#log.append([{ type, key: '', body }], 'forever')
  }

  reportFraud(reason: string): Promise<void> {
    return this.#once({ type: 'fraud_report', body: { reason } })
  }

  async snapshot(jpeg: Blob): Promise<void> {
    const sha256 = await sha256OfBlob(jpeg)
    const picture = { sha256, body: jpeg, not_before: Date.now() + blobDelay() }
    await this.#once({ type: 'snapshot_taken', body: { sha256, bytes: jpeg.size } }, picture)
  }

  /** Appends what counts once, or up to a number; anything beyond that is no work, and nobody is told. */
  async #once(op: TypedOp<'fraud_report' | 'snapshot_taken'>, picture?: NewEntry['picture']): Promise<void> {
    if (refusalHere(this.#memory.state, op) !== null) return
    await this.#log.append([{ ...op, key: '', ...(picture && { picture }) }], 'forever')
  }
}

const OFFLINE_NOTED_MS = 3_000
/** A jump that grew by less is the one already noted. */
const SAME_JUMP_MS = 2_000

/** Notes in the log what nobody does: the connection that goes and comes, the clock that jumps. */
export class ConnectivityLog {
  readonly #memory: Memory
  readonly #log: Pick<LogWriter, 'append'>
  #offline = false
  #jump = 0

  constructor(memory: Memory, log: Pick<LogWriter, 'append'>) {
    this.#memory = memory
    this.#log = log
    memory.on('TICK', () => {
      // A clock that jumped is a reason to ask the server for the time.
      if (isOpenHere(memory.state) && this.look()) memory.send({ type: 'WAKE' })
    })
  }

  /** Takes up the log's last word: a page that was closed out of reach has to note that it is back. */
  recall(newest: 'offline' | 'online' | null): void {
    this.#offline = newest === 'offline'
  }

  /** Looks at both. @returns whether the clock jumped */
  look(): boolean {
    this.#connection()
    return this.#clock()
  }

  #connection(): void {
    const { state } = this.#memory
    const away = offlineFor(state)
    if (away !== null && away > OFFLINE_NOTED_MS && !this.#offline) {
      this.#offline = true
      // Noted when it lasts, dated when it began.
      this.#note({ type: 'offline', key: '', body: {}, madeAt: Math.round(serverNow(state) - away) })
    } else if (away === null && this.#offline && state.sync?.lastContactAt != null) {
      this.#offline = false
      this.#note({ type: 'online', key: '', body: {} })
    }
  }

  #clock(): boolean {
    const jump = clockJump(this.#memory.state.attempt.anchor)
    if (jump === null || Math.abs(jump - this.#jump) < SAME_JUMP_MS) return false
    this.#jump = jump
    this.#note({ type: 'clock_jump', key: '', body: { ms: Math.abs(jump) } })
    return true
  }

  /** A storage that fails says so where work is kept; a notice is not worth a second alarm. */
  #note(entry: NewEntry): void {
    this.#log.append([entry], 'forever').catch(() => {})
  }
}

/** Notes in the log that the page was closed in between: since when, as far as the log tells. */
export async function noteReopened(
  db: LocalDatabase,
  memory: Memory,
  connectivity: Pick<ConnectivityLog, 'recall'>,
  signals: Pick<Signals, 'signal'>,
): Promise<void> {
  const { attempt_id, tail_seq, connection } = memory.state.attempt
  connectivity.recall(connection ?? null)
  const last = await findOp(db, attempt_id, tail_seq)
  const ms = last ? Math.max(0, Date.now() - last.wall_ms) : 0
  await signals.signal('restored', { ms }).catch(() => {})
}
