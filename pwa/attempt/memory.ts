import { readPrefs } from './db/prefs.ts'
import type { LocalDatabase } from './db/schema.ts'
import { readWork, strikesOf } from './db/work.ts'
import type { ClientEvent, Typed } from './events.ts'
import { reduce } from './reduce.ts'
import type { ClientState } from './state.ts'

/** The requests of one part to another, which answers. */
interface Answers {
  /** Puts a draft into the log. @throws RefusedByRules, NotPersisted */
  KEEP_DRAFT(draft: Typed): Promise<void>
  /** Puts the test on the device anew where its storage was deleted. @returns whether it was */
  RESTORE(): Promise<boolean>
  /** The test is on the device anew, or under another lease: what waits goes as the disk has it now. */
  BEGIN_ANEW(): Promise<void>
  /** This tab is about to write: what the last page left belongs into the log before anything is shown as running. */
  INHERIT(): Promise<void>
  /** Another tab is about to take the test: what is not in the log yet belongs there first. */
  HAND_OVER(): Promise<void>
}

type EventType = ClientEvent['type']
type EventOf<T extends EventType> = Extract<ClientEvent, { type: T }>
type Question = keyof Answers

/**
 * The state of the test, and the one way by which its parts hear of each other: each sends what happened and hears what
 * concerns it, and none knows who else does.
 */
export class Memory {
  #state: ClientState
  readonly #changed = new Set<() => void>()
  readonly #heard = new Map<string, ((event: never) => void)[]>()
  readonly #answers: Partial<Answers> = {}

  constructor(state: ClientState) {
    this.#state = state
  }

  get state(): ClientState {
    return this.#state
  }

  send(event: ClientEvent): void {
    const before = this.#state
    this.#state = reduce(before, event)
    for (const hear of this.#heard.get(event.type) ?? []) hear(event as never)
    if (this.#state !== before) for (const changed of this.#changed) changed()
  }

  /** Hears of one kind of event, with the state as it is after it. */
  on<T extends EventType>(type: T, hear: (event: EventOf<T>) => void): void {
    this.#heard.set(type, [...(this.#heard.get(type) ?? []), hear])
  }

  /** Hears of every change of the state. */
  subscribe(changed: () => void): void {
    this.#changed.add(changed)
  }

  /** Answers one kind of question from now on. */
  answer<Q extends Question>(question: Q, how: Answers[Q]): void {
    this.#answers[question] = how
  }

  /** @throws what the one that answers throws, Error where nobody does */
  async request<Q extends Question>(
    question: Q,
    ...of: Parameters<Answers[Q]>
  ): Promise<Awaited<ReturnType<Answers[Q]>>> {
    const how = this.#answers[question] as
      | ((...of: Parameters<Answers[Q]>) => ReturnType<Answers[Q]>)
      | undefined
    if (!how) throw new Error(`Nobody answers ${question}`)
    return await how(...of)
  }
}

/** Reads again what an ack, or another tab, changed. @throws NoAttempt where the test has left the device: all stays as it is */
export async function rereadState(memory: Memory, db: LocalDatabase): Promise<void> {
  const work = await readWork(db, memory.state.attempt.attempt_id)
  memory.send({ type: 'WORK_READ', work })
}

/** Takes up the test where the tab that had it left off. @throws NoAttempt where it has left the device */
export async function resumeState(memory: Memory, db: LocalDatabase): Promise<void> {
  const { attempt_id } = memory.state.attempt
  const [work, prefs] = await Promise.all([readWork(db, attempt_id), readPrefs(db, attempt_id)])
  const strikes = await strikesOf(db, { ...work.attempt, ...memory.state.told })
  memory.send({ type: 'TEST_RESUMED', work, prefs, strikes })
}
