import { toldBy } from '../db/ack.ts'
import { NoAttempt } from '../db/append.ts'
import { localDatabase, reopenDatabase } from '../db/schema.ts'
import { type Memory, rereadState, resumeState } from '../memory.ts'
import { heldSeq, isOverHere } from '../pending.ts'
import { readClocks } from '../state.ts'
import { MediaUploader } from '../sync/mediaUploader.ts'
import { type NextLease, Sender, type SenderListener } from '../sync/sender.ts'
import { openStream } from '../sync/stream.ts'
import { openTabChannel, type TabChannel, type TabLock } from './channel.ts'
import { requestTabLock } from './lock.ts'
import { writerLock } from './lockNames.ts'

export const nextLease: NextLease = () => import('../sync/nextLease.ts')

/** A tab that sleeps is not waited for. */
const GIVE_MS = 1_000
/** Longer than the slowest disk takes for what a test has. */
const READING_MS = 15_000
/** Each with the database opened anew. */
const TRIES = 3
const NOTE_AGAIN_MS = 5_000

/** Carries the test between this tab and the server: the tab's lock, and for its holder the sender and the stream. */
export class TabSync {
  readonly #memory: Memory
  readonly #uploader = new MediaUploader(localDatabase, () => {
    // The page says how much of it waits.
    if (this.#memory.state.attempt.aside_waiting) void this.#reread()
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

  constructor(memory: Memory) {
    this.#memory = memory
    memory.on('OPS_WRITTEN', ({ written }) => {
      const last = written.ops.at(-1)
      if (last) this.#sender?.appended(last)
      // The disk takes it again: what could not be sent or noted because of it waits no longer.
      if (memory.state.storageFault !== null) this.wake()
    })
    memory.on('WAKE', () => this.wake())
    memory.on('TICK', () => {
      this.check()
      this.carry()
    })
    memory.on('LOOK', () => {
      if (!memory.state.isHolder) void this.follow()
    })
    memory.on('TEST_FORGOTTEN', () => this.close())
    memory.answer('BEGIN_ANEW', () => this.beginAnew())
    memory.on('STREAM_SAID', ({ event }) => {
      if (event.type === 'attempt') this.wake()
    })
    this.#channel = openTabChannel(this.#name)
    this.#channel.on('give', () => void this.#give())
    this.#channel.on('renewed', () => void this.beginAnew())
  }

  get #name(): string {
    return writerLock(this.#memory.state.attempt.attempt_id)
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

  /**
   * Looked at every second: the sender knows all that is in the log, and the page all that the sender had acknowledged.
   * Each is told of it when it happens; whatever goes wrong with that, nobody waits for ever.
   */
  check(): void {
    const { attempt, isHolder } = this.#memory.state
    const sender = this.#sender
    if (!sender) {
      // A start that failed is tried again.
      if (isHolder && this.#hasLock && !this.#starting && !this.#isClosed)
        this.#start().catch(() => this.#memory.request('RESTORE'))
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

  /**
   * Tells what was written while the sender was being made: it is in no event, and may not be in what the sender read.
   */
  #tellTail(sender: Sender): void {
    const { tail_seq, tail_hash, lease_id } = this.#memory.state.attempt
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
    const { attempt, sync } = this.#memory.state
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
    } catch (error) {
      if (error instanceof NoAttempt) return this.#memory.send({ type: 'TEST_GONE' })
      // Looked at again in a moment.
    }
  }

  async #give(): Promise<void> {
    if (!this.#hasLock) return
    await this.#memory.request('HAND_OVER').catch(() => {})
    this.#channel.say('given')
  }

  /** Another page took the test anew, by a re-issued link or under another lease: what waits goes as the disk has it now. */
  async beginAnew(): Promise<void> {
    // A reading that is under way may have begun before.
    await inTime(rereadState(this.#memory, localDatabase())).catch(() => {})
    if (!this.#memory.state.isHolder || !this.#hasLock) return
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
      this.#memory.send({ type: 'SERVER_TOLD', told: null })
      this.#hold(false)
      return this.#memory.send({ type: 'LOCK_CHANGED', isHeld: false })
    }
    for (let tries = 1; turn === this.#turn; tries++)
      try {
        return await this.#gain(turn)
      } catch (error) {
        if (tries === TRIES) {
          // It reads, and may be asked to take over again.
          this.#hold(false)
          throw error
        }
        reopenDatabase()
      }
  }

  async #gain(turn: number): Promise<void> {
    try {
      await resumeState(this.#memory, localDatabase())
    } catch (error) {
      // The tab that had the lock may have forgotten the test before it was closed.
      if (error instanceof NoAttempt && !(await this.#memory.request('RESTORE')))
        return this.#memory.send({ type: 'TEST_GONE' })
      if (!(error instanceof NoAttempt)) throw error
    }
    await this.#memory.request('INHERIT')
    // Another tab may have taken the lock meanwhile; of that this one was told by a call of its own.
    if (turn !== this.#turn) return
    this.#hold(true)
    await this.#start()
    this.#memory.send({ type: 'LOCK_CHANGED', isHeld: true })
  }

  #hold(isHolder: boolean): void {
    this.#memory.send({ type: 'HOLDER_CHANGED', isHolder })
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
    const listener: SenderListener = {
      changed: () => void this.#syncChanged(),
      rebased: () => {
        // Ops that it put aside go to the server at once.
        this.#uploader.wake()
        void this.#syncChanged()
      },
      outdated: () => void this.beginAnew(),
      stalled: () => void this.#rebuild(),
      unkept: (answer) => {
        // A handle that failed never heals by itself, and nobody may be writing just now.
        reopenDatabase()
        if (answer)
          this.#memory.send({ type: 'SERVER_TOLD', told: toldBy(this.#memory.state.attempt, answer) })
        void this.#memory.request('RESTORE')
      },
      kept: () => this.#memory.send({ type: 'SERVER_TOLD', told: null }),
    }
    const { attempt_id } = this.#memory.state.attempt
    const sender = await Sender.start(localDatabase, attempt_id, listener, nextLease)
    // Another tab may have taken the lock while this one started.
    if (!this.#memory.state.isHolder || this.#sender) return sender.stop()
    this.#sender = sender
    this.#tellTail(sender)
    this.#say(sender)
    this.#stopStream = openStream(this.#memory.state.attempt.token, {
      opened: () => this.wake(),
      // A person who looks at the page learns of it before the next heartbeat would have found out.
      closed: () => this.wake(),
      event: (event) => this.#memory.send({ type: 'STREAM_SAID', event }),
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
    this.#memory.send({ type: 'SENDER_STALLED' })
  }

  async #syncChanged(): Promise<void> {
    const sender = this.#sender
    if (!sender) return
    const before = this.#memory.state.sync
    this.#say(sender)
    if (
      before?.acked.seq === sender.state.acked.seq &&
      before.mode === sender.state.mode &&
      before.lastContactAt === sender.state.lastContactAt
    )
      return
    await this.#reread()
  }

  #say({ state }: Sender): void {
    this.#memory.send({ type: 'SYNC_CHANGED', sync: state, at: readClocks(this.#memory.state) })
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
    this.#memory.send({ type: 'SERVER_HEARD' })
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
