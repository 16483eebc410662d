import type { StreamEvent } from '#contract/events.ts'
import { NoAttempt } from '../db/append.ts'
import { localDatabase, type OpRecord, reopenDatabase } from '../db/schema.ts'
import { heldSeq, isOverHere } from '../pending.ts'
import { applyServer, type ClientState, rereadState, resumeState } from '../state.ts'
import { MediaUploader } from '../sync/mediaUploader.ts'
import { Sender } from '../sync/sender.ts'
import { openStream } from '../sync/stream.ts'
import { openTabChannel, type TabChannel, type TabLock } from './channel.ts'
import { requestTabLock } from './lock.ts'
import { writerLock } from './lockNames.ts'

/** A tab that sleeps is not waited for. */
const GIVE_MS = 1_000
/** Longer than the slowest disk takes for what a test has. */
const READING_MS = 15_000
/** Each with the database opened anew. */
const TRIES = 3
const NOTE_AGAIN_MS = 5_000

export interface TabSyncListener {
  /** The memory changed. */
  changed(): void
  /** This tab is about to write: what the last page left belongs into the log before anything is shown as running. */
  inherit(): Promise<void>
  /** Another tab is about to take the test: what is not in the log yet belongs there first. */
  handOver(): Promise<void>
  /** The test has left this device, by another tab. */
  gone(): void
  /** This tab has the lock now, or lost it. */
  held(held: boolean): void
  /** The server answered, and what it said is in the memory. */
  heard(): void
  /** The sender stood still although the server answered; a new one runs. */
  stalled(): void
  event(event: StreamEvent): void
  /** The device's storage failed: perhaps the test is gone from it. Resolves with whether it was kept anew. */
  restore(): Promise<boolean>
}

/** What carries the test between this tab and the server: the tab's lock, and for its holder the sender and the stream. */
export class TabSync {
  readonly #memory: ClientState
  readonly #listener: TabSyncListener
  readonly #uploader = new MediaUploader(localDatabase, () => {
    // The page says how much of it waits.
    if (this.#memory.attempt.aside_waiting) void this.#reread()
  })
  readonly #channel: TabChannel
  #lock: TabLock | null = null
  #hasLock = false
  /** Counts gains and losses of the lock: what began in an older turn does not go on. */
  #turn = 0
  #sender: Sender | null = null
  #stopStream: (() => void) | null = null
  #refreshing = false
  #starting = false
  #noting = false
  #isClosed = false
  #refreshAgain = false

  constructor(memory: ClientState, listener: TabSyncListener) {
    this.#memory = memory
    this.#listener = listener
    this.#channel = openTabChannel(this.#name)
    this.#channel.on('give', () => void this.#give())
    this.#channel.on('renewed', () => void this.beginAnew())
  }

  get #name(): string {
    return writerLock(this.#memory.attempt.attempt_id)
  }

  /** Resolves once it is known whether this tab has the lock. */
  open(): Promise<void> {
    return new Promise((known, failed) => {
      requestTabLock(this.#name, this.#channel, (held) => {
        this.#lockChanged(held).then(known, failed)
      }).then((lock) => {
        this.#lock = lock
      }, failed)
    })
  }

  /** Ops are on the disk. */
  appended(last: OpRecord): void {
    this.#sender?.appended(last)
  }

  /**
   * Looked at every second: the sender knows all that is in the log, and the page all that the sender had acknowledged.
   * Each is told of it when it happens; whatever goes wrong with that, nobody waits for ever.
   */
  check(): void {
    const { attempt, isHolder } = this.#memory
    const sender = this.#sender
    if (!sender) {
      // A start that failed is tried again.
      if (isHolder && this.#hasLock && !this.#starting && !this.#isClosed)
        this.#start().catch(() => this.#listener.restore())
      return
    }
    if (sender.isOutdated(attempt)) return void this.beginAnew()
    this.#tellTail(sender)
    if (sender.state.acked.seq > attempt.acked_seq) void this.#reread()
    const { mode, quarantinedSeq } = sender.state
    const isNoted = attempt.lease_lost && quarantinedSeq <= heldSeq(attempt)
    if (mode === 'lease_lost' && !isNoted) void this.#noteLost(sender)
  }

  async #noteLost(sender: Sender): Promise<void> {
    if (this.#noting) return
    this.#noting = true
    try {
      await sender.noteLost()
      this.#noting = false
      await this.#reread()
    } catch {
      reopenDatabase()
      // Not at every look: whoever reads meanwhile would have the database closed under them.
      setTimeout(() => {
        this.#noting = false
      }, NOTE_AGAIN_MS)
    }
  }

  /** What was written while the sender was being made is in no event, and may not be in what it read. */
  #tellTail(sender: Sender): void {
    const { tail_seq, tail_hash, lease_id } = this.#memory.attempt
    if (tail_seq > sender.state.tail.seq) sender.appended({ seq: tail_seq, hash: tail_hash, lease_id })
  }

  /** Something suggests that a try is worth it now. */
  wake(): void {
    this.#uploader.wake()
    this.#sender?.wake()
  }

  /** Takes the lock from the tab that has it, once that one has put down what was typed there, or does not answer. */
  async takeOver(): Promise<void> {
    // It has the lock already, and could not read its storage then.
    if (this.#hasLock) return this.#lockChanged(true)
    const given = this.#channel.answer('given', GIVE_MS)
    this.#channel.say('give')
    await given
    this.#lock?.steal()
  }

  /** Sends what is not the log, as far as it is due. */
  carry(): void {
    const { attempt, sync } = this.#memory
    if (this.#sender && sync?.offlineSince == null)
      void this.#uploader.carry(attempt.attempt_id, isOverHere(attempt))
  }

  /** Nothing is left to be sent, and nothing to send it from. */
  close(): void {
    this.#isClosed = true
    this.#stop()
    // The test may be opened again, and go on in another tab.
    this.#lock?.release()
    this.#channel.close()
  }

  /** A tab that only reads follows what the other one writes, and does. */
  async follow(): Promise<void> {
    try {
      await resumeState(this.#memory, localDatabase())
      this.#listener.changed()
    } catch (fault) {
      if (fault instanceof NoAttempt) return this.#listener.gone()
      // Looked at again in a moment.
    }
  }

  async #give(): Promise<void> {
    if (!this.#hasLock) return
    await this.#listener.handOver().catch(() => {})
    this.#channel.say('given')
  }

  /** Another page took the test anew, by a re-issued link or under another lease: what waits goes as the disk has it now. */
  async beginAnew(): Promise<void> {
    // A reading that is under way may have begun before.
    await inTime(rereadState(this.#memory, localDatabase())).catch(() => {})
    this.#listener.changed()
    if (!this.#memory.isHolder || !this.#hasLock) return
    this.#stop()
    // One that cannot be made now is made at the next look.
    await this.#start().catch(() => {})
  }

  /** @throws what the device's storage refuses again and again */
  async #lockChanged(held: boolean): Promise<void> {
    const turn = ++this.#turn
    this.#hasLock = held
    this.#stop()
    if (!held) {
      // The tab that has it hears the server from now on.
      applyServer(this.#memory, null)
      this.#memory.isHolder = false
      return this.#listener.held(false)
    }
    for (let tries = 1; turn === this.#turn; tries++)
      try {
        return await this.#gain(turn)
      } catch (fault) {
        if (tries === TRIES) {
          // It reads, and may be asked to take over again.
          this.#memory.isHolder = false
          this.#listener.changed()
          throw fault
        }
        reopenDatabase()
      }
  }

  async #gain(turn: number): Promise<void> {
    try {
      await resumeState(this.#memory, localDatabase())
    } catch (fault) {
      // The tab that had the lock may have forgotten the test before it was closed.
      if (fault instanceof NoAttempt && !(await this.#listener.restore())) return this.#listener.gone()
      if (!(fault instanceof NoAttempt)) throw fault
    }
    await this.#listener.inherit()
    // Another tab may have taken the lock meanwhile; of that this one was told by a call of its own.
    if (turn !== this.#turn) return
    this.#memory.isHolder = true
    await this.#start()
    this.#listener.held(true)
  }

  #stop(): void {
    this.#sender?.stop()
    this.#sender = null
    this.#stopStream?.()
    this.#stopStream = null
  }

  async #start(): Promise<void> {
    this.#starting = true
    try {
      await this.#startSender()
    } finally {
      this.#starting = false
    }
  }

  async #startSender(): Promise<void> {
    const sender = await Sender.start(localDatabase, this.#memory.attempt.attempt_id, {
      changed: () => void this.#syncChanged(),
      rebased: () => {
        // What was put aside by it goes to the server at once.
        this.#uploader.wake()
        void this.#syncChanged()
      },
      outdated: () => void this.beginAnew(),
      stalled: () => void this.#rebuild(),
      unkept: (answer) => {
        // A handle that failed never heals by itself, and nobody may be writing just now.
        reopenDatabase()
        if (answer) applyServer(this.#memory, answer)
        void this.#listener.restore()
      },
      kept: () => applyServer(this.#memory, null),
    })
    // Another tab may have taken the lock while this one started.
    if (!this.#memory.isHolder || this.#sender) return sender.stop()
    this.#sender = sender
    this.#tellTail(sender)
    this.#memory.sync = sender.state
    this.#stopStream = openStream(this.#memory.attempt.token, {
      opened: () => this.wake(),
      // Whoever looks at the page learns of it before the next heartbeat would have found out.
      closed: () => this.wake(),
      event: (event) => this.#listener.event(event),
    })
  }

  /**
   * A new sender on a database opened anew knows only what is on the disk. The tab keeps its lock, for another tab would
   * take the writing out of the candidate's hands.
   */
  async #rebuild(): Promise<void> {
    this.#stop()
    reopenDatabase()
    // One that cannot be made now is made at the next look.
    await this.#start().catch(() => {})
    this.#listener.stalled()
  }

  async #syncChanged(): Promise<void> {
    const sender = this.#sender
    if (!sender) return
    const before = this.#memory.sync
    this.#memory.sync = sender.state
    this.#listener.changed()
    if (
      before?.acked.seq === sender.state.acked.seq &&
      before.mode === sender.state.mode &&
      before.lastContactAt === sender.state.lastContactAt
    )
      return
    await this.#reread()
  }

  async #reread(): Promise<void> {
    if (this.#refreshing) {
      this.#refreshAgain = true
      return
    }
    this.#refreshing = true
    do {
      this.#refreshAgain = false
      await inTime(rereadState(this.#memory, localDatabase())).catch(() => {})
    } while (this.#refreshAgain)
    this.#refreshing = false
    this.#listener.heard()
    this.carry()
  }
}

/** @throws Error where a reading of the storage takes longer than any does: the database is opened anew then */
async function inTime(reading: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reopenDatabase()
      reject(new Error('The storage does not answer'))
    }, READING_MS)
  })
  await Promise.race([reading, late]).finally(() => clearTimeout(timer))
}
