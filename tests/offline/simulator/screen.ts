import { toldBy } from '#pwa/attempt/db/ack.ts'
import type { WrittenOps } from '#pwa/attempt/db/append.ts'
import type { LocalDatabase } from '#pwa/attempt/db/schema.ts'
import { readWork, type Work } from '#pwa/attempt/db/work.ts'
import { type Memory, rereadState } from '#pwa/attempt/memory.ts'
import { snapshotOf } from '#pwa/attempt/snapshot.ts'
import { readClocks } from '#pwa/attempt/state.ts'
import type { Sender, SenderListener } from '#pwa/attempt/sync/sender.ts'
import { openMemory } from '../../factories/deviceStorage.ts'

/**
 * The knowledge and display of one page load: the real reducer and the real snapshot, told by the sender and the writer
 * as the page's parts tell them.
 */
export class Screen {
  readonly #memory: Memory
  readonly #open: () => LocalDatabase
  readonly #attemptId: string
  #sender: Sender | null = null
  #reading = Promise.resolve()

  private constructor(memory: Memory, open: () => LocalDatabase, attemptId: string) {
    this.#memory = memory
    this.#open = open
    this.#attemptId = attemptId
  }

  static async open(open: () => LocalDatabase, attemptId: string): Promise<Screen> {
    return new Screen(await openMemory(open(), attemptId), open, attemptId)
  }

  /** For the sender; `rebased` is called after the screen has heard of it. */
  listener(rebased: () => void): SenderListener {
    return {
      changed: () => this.#heard(),
      rebased: () => {
        this.#heard()
        rebased()
      },
      outdated() {},
      stalled() {},
      unkept: (answer) => {
        const told = answer && toldBy(this.#memory.state.attempt, answer)
        if (told) this.#memory.send({ type: 'SERVER_TOLD', told })
      },
      kept: () => this.#memory.send({ type: 'SERVER_TOLD', told: null }),
    }
  }

  watch(sender: Sender): void {
    this.#sender = sender
    this.#heard()
  }

  wrote(written: WrittenOps): void {
    this.#memory.send({ type: 'OPS_WRITTEN', written })
  }

  #heard(): void {
    if (!this.#sender) return
    this.#memory.send({ type: 'SYNC_CHANGED', sync: this.#sender.state, at: readClocks(this.#memory.state) })
    const read = () => rereadState(this.#memory, this.#open()).catch(() => {})
    this.#reading = this.#reading.then(read)
  }

  /**
   * The faults of what is shown, once nothing is under way: it must be what a page that is loaded now would read, and
   * call nothing saved that the server does not hold.
   * @param isHeld whether the server holds an op, in the log or beside it, by its hash
   */
  async faults(isHeld: (hash: string) => boolean): Promise<string[]> {
    const faults: string[] = []
    await this.#reading
    const { state } = this.#memory
    const work = await readWork(this.#open(), this.#attemptId)
    const known = textsOf(state)
    for (const [name, text] of Object.entries(textsOf(work)))
      if (text !== known[name]) faults.push(`${name}: ${known[name]} is shown, ${text} is on the disk`)
    const shown = snapshotOf(state)
    const ops = await this.#open().ops.toArray()
    for (const { key, seq } of work.answers.values()) {
      const id = key.split(':')[1]
      const light = shown.choices[Number(id)]?.light
      const op = ops.find((one) => one.seq === seq)
      if (light?.state === 'server' && op && !isHeld(op.hash)) faults.push(`${key} is called saved`)
    }
    if (shown.total.state === 'server' && !ops.every(({ hash }) => isHeld(hash)))
      faults.push('all is called saved')
    return faults
  }
}

/** The shown texts of a test's work; an answer that was written over has none. */
function textsOf({
  attempt,
  answers,
  ackedAt,
  refused,
  late,
  submissions,
  rejected,
}: Work): Record<string, string> {
  const shown = [...answers.values()].map(({ key, seq, value, saved }) => ({
    ...{ key, seq, value, saved },
    ...{ at: ackedAt.get(seq) ?? null, isRefused: refused.has(seq), isLate: late.has(seq) },
  }))
  const { tail_seq, acked_seq, deadline_at, state, lease_id, paused_at } = attempt
  return Object.fromEntries(
    Object.entries({
      answers: shown.toSorted((a, b) => a.key.localeCompare(b.key)),
      submissions,
      rejected: [...rejected],
      attempt: { tail_seq, acked_seq, deadline_at, state, lease_id, paused_at },
    }).map(([name, value]) => [name, JSON.stringify(value)]),
  )
}
