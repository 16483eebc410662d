import { appendEntries, type NewEntry } from '#pwa/attempt/db/append.ts'
import type { LocalDatabase, OpRecord } from '#pwa/attempt/db/schema.ts'
import * as nextLease from '#pwa/attempt/sync/nextLease.ts'
import { Sender } from '#pwa/attempt/sync/sender.ts'
import { dropWrites, openStorage, whenQuiet } from '../../factories/deviceStorage.ts'
import { Screen } from './screen.ts'

/** The line that a page's calls take. */
interface Line {
  /** The server works at one of them. */
  readonly isWorking: boolean
}

/** One page load: the real log, the real sender and what the page knows of both, over the device's storage. */
export class Page {
  readonly sender: Sender
  readonly screen: Screen
  readonly #handle: { db: LocalDatabase }
  readonly #attemptId: string
  readonly #line: Line
  /** On the disk, and the sender has not heard of it. */
  readonly #untold: OpRecord[] = []

  private constructor(
    handle: { db: LocalDatabase },
    { sender, screen }: Pick<Page, 'sender' | 'screen'>,
    attemptId: string,
    line: Line,
  ) {
    this.#handle = handle
    this.sender = sender
    this.screen = screen
    this.#attemptId = attemptId
    this.#line = line
  }

  /** @param rebased called when the log was begun anew under another lease */
  static async open(name: string, attemptId: string, line: Line, rebased: () => void): Promise<Page> {
    const handle = { db: openStorage(name) }
    const open = () => handle.db
    const screen = await Screen.open(open, attemptId)
    const sender = await Sender.start(open, attemptId, screen.listener(rebased), async () => nextLease)
    screen.watch(sender)
    return new Page(handle, { sender, screen }, attemptId, line)
  }

  get db(): LocalDatabase {
    return this.#handle.db
  }

  get isWriter(): boolean {
    const { mode } = this.sender.state
    return mode !== 'lease_lost' && mode !== 'forked'
  }

  /** Resolves with what is on the disk; with nothing where the disk refused it. */
  async append(entries: readonly NewEntry[]): Promise<OpRecord[]> {
    const written = await appendEntries(this.db, this.#attemptId, entries).catch(() => null)
    if (!written) return []
    this.screen.wrote(written)
    this.#untold.push(...written.ops)
    return written.ops
  }

  /** Tells the sender of what it has not heard of yet. */
  tell(): void {
    const last = this.#untold.splice(0).at(-1)
    if (last) this.sender.appended(last)
  }

  /** Whether all that the sender calls acknowledged was written down before. */
  async hasWrittenAcks(): Promise<boolean> {
    const { acked } = this.sender.state
    const attempt = await this.db.attempts.get(this.#attemptId)
    return acked.seq <= (attempt?.acked_seq ?? 0)
  }

  settle(): Promise<void> {
    return whenQuiet(this.db, () => this.#line.isWorking)
  }

  /** The handle died and is replaced under the running sender. */
  reopen(): void {
    this.db.close()
    this.#handle.db = openStorage(this.db.name)
  }

  /** The browser is killed: nothing of a write that was not over is there, and nobody is told anything more. */
  async kill(): Promise<void> {
    this.sender.stop()
    dropWrites(this.db)
    await this.settle()
    this.db.close()
  }
}
