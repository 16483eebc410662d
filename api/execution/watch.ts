import { listActiveLanguages } from '#db/queries/content.ts'
import type { Context } from '../context.ts'
import { formatErrorLine } from '../kit/formatError.ts'
import { syncLanguages } from './languages.ts'
import type { EngineDescription, LanguageInfo, Tier } from './port.ts'

type Parts = Pick<Context, 'db' | 'log' | 'executor' | 'content'>

/** How often the engine is asked whether it is there. */
export const LOOK_EVERY_MS = 5_000

/**
 * Knows whether an engine answers, and keeps the languages offered as it has them. Without an answer the languages
 * stay as they were last known, and while the server serves none is switched off: work in it must be taken all the same.
 */
export class EngineWatch {
  readonly #parts: Parts
  readonly #changed: () => void
  #answers: boolean | null = null
  #slots = 1
  #synced = ''
  #looking: Promise<EngineDescription | null> | null = null
  #timer: NodeJS.Timeout | null = null
  #closed = false

  /** @param changed is called when the engine is there again, or has other slots */
  constructor(parts: Parts, changed: () => void) {
    this.#parts = parts
    this.#changed = changed
  }

  /** Whether the engine answered when it was last asked. */
  get answers(): boolean {
    return this.#answers === true
  }

  /** How many jobs it takes at once, as far as it has told. */
  get slots(): number {
    return this.#slots
  }

  /** Goes on looking by itself. */
  start(): void {
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS)
    this.#timer.unref()
    void this.look()
  }

  /** Asks the engine now. Never rejects: null where it does not answer. */
  look(): Promise<EngineDescription | null> {
    this.#looking ??= this.#ask().finally(() => {
      this.#looking = null
    })
    return this.#looking
  }

  close(): void {
    this.#closed = true
    if (this.#timer) clearInterval(this.#timer)
  }

  async #ask(): Promise<EngineDescription | null> {
    const { executor, log } = this.#parts
    const engine = await executor.describe().catch((error: unknown) => {
      if (this.#answers !== false && !this.#closed)
        log.warn(
          { error: formatErrorLine(error) },
          'no engine answers: programs and verdicts wait until one does',
        )
      return null
    })
    if (this.#closed) return engine
    const before = { answers: this.#answers, slots: this.#slots }
    if (engine) await this.#sync(engine)
    this.#answers = engine !== null
    this.#slots = engine?.slots ?? this.#slots
    if (engine && before.answers === false) log.warn('the engine answers again: whatever waited is done now')
    if (engine && (!before.answers || before.slots !== this.#slots)) this.#changed()
    return engine
  }

  /** Writes the languages where they differ from the last time. */
  async #sync({ languages, isPartial }: EngineDescription): Promise<void> {
    const state = JSON.stringify(languages.map((l) => [l.id, l.name, l.version, l.tier]))
    if (state === this.#synced) return
    const isWhole = this.#answers === null && !isPartial
    try {
      await this.#parts.db.write(async (tx) =>
        syncLanguages(tx, isWhole ? languages : withKnown(languages, await listActiveLanguages(tx))),
      )
      this.#synced = state
      // Contents hold the languages they were read with.
      this.#parts.content.forget()
    } catch (error) {
      this.#parts.log.warn({ error: formatErrorLine(error) }, 'the languages could not be written')
    }
  }
}

/** The languages offered now, and those offered before. */
function withKnown(
  offered: readonly LanguageInfo[],
  known: readonly { code_id: string; name: string; tier: Tier | null }[],
): Parameters<typeof syncLanguages>[1] {
  const ids = new Set(offered.map(({ id }) => id))
  const kept = known.filter((row) => !ids.has(row.code_id))
  return [
    ...offered,
    ...kept.map((row) => ({ id: row.code_id, name: row.name, version: '', tier: row.tier })),
  ]
}
