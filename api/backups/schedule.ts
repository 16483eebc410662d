import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import type { BackupState, ShippedLogState } from '#contract/views/verification.ts'
import type { BackupPlan } from './keep.ts'
import type { LogShipping } from './logShipping.ts'
import { MarksBeside } from './marksBeside.ts'
import { type Newest, NewestBackup } from './newest.ts'
import { storeOf } from './stores/folderStore.ts'
import type { CopyStore } from './stores/store.ts'

/** Backups that a server makes by itself, as a process beside it: reading everything twice must keep nobody waiting. */

const HOUR = 3_600_000
const LOOK_EVERY_MS = 60_000
/** A backup that could not be made is tried again so much later. */
const AGAIN_MS = 15 * 60_000

interface Settings {
  dataDirectory: string
  /** null: it makes none by itself. */
  backups: BackupPlan | null
}

/** @returns its exit code and what it said */
export type RunBackup = (
  to: string,
  keep: string,
  signal: AbortSignal,
) => Promise<{ code: number | null; said: string }>

/** Runs this program's own command at a low priority, with the settings of this process. */
export const backupProcess =
  ({ dataDirectory }: Settings): RunBackup =>
  (to, keep, signal) =>
    new Promise((resolve) => {
      const child = spawn(
        process.execPath,
        [...process.execArgv, process.argv[1] ?? '', 'backup', to, '--keep', keep],
        {
          env: { ...process.env, HOLDFAST_DATA: dataDirectory },
          stdio: ['ignore', 'pipe', 'pipe'],
          signal,
        },
      )
      lower(child)
      let said = ''
      child.stderr.on('data', (chunk: Buffer) => {
        said = `${said}${chunk.toString()}`.slice(-2_000)
      })
      // One that was made, and not all that follows it, is told where others are.
      let told = ''
      child.stdout.on('data', (chunk: Buffer) => {
        told = `${told}${chunk.toString()}`.slice(-2_000)
      })
      child.once('error', (error) => resolve({ code: null, said: error.message }))
      child.once('close', (code) => resolve({ code, said: (told || said).trim() }))
    })

function lower({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended already.
  }
}

interface ScheduleParts {
  config: Settings
  /** The fingerprint of its key for receipts: a place may be shared. */
  installation?: string
  now: () => number
  log: { error(facts: object, text: string): void; info(facts: object, text: string): void }
  /** Ships the log of the database between two of them. */
  shipping: LogShipping
}

/** Makes a backup whenever the newest one is old enough, and says how that went. */
export class BackupSchedule {
  readonly #parts: ScheduleParts
  readonly #run: RunBackup
  readonly #ending = new AbortController()
  #timer: NodeJS.Timeout | null = null
  #making: Promise<void> | null = null
  /** Why the last one could not be made, or what after it could not be done. */
  #fault: { at: number; words: string; isMade: boolean } | null = null
  /** When a backup was last made for the shipped log to go on from, in milliseconds. */
  #basedAt = Number.NEGATIVE_INFINITY
  /** The list of the erased beside them. */
  readonly marks: MarksBeside
  readonly #store: CopyStore
  readonly #newest: NewestBackup

  constructor(parts: ScheduleParts, run: RunBackup = backupProcess(parts.config)) {
    this.#parts = parts
    this.#run = run
    this.marks = new MarksBeside(parts.config)
    this.#store = storeOf(parts.config.backups?.place ?? '')
    this.#newest = new NewestBackup(this.#store, parts.now, parts.installation ?? null)
  }

  start(): void {
    if (!this.#parts.config.backups) return
    const { shipping } = this.#parts
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS)
    shipping.onGeneration = () => void this.look()
    shipping.start()
    void this.look()
    // The server may have been ended before they were there.
    void this.marks.copy()
  }

  /** Makes one if it is due. Resolves when none is being made; it never fails. */
  look(): Promise<void> {
    this.#making ??= this.#makeIfDue().finally(() => {
      this.#making = null
    })
    return this.#making
  }

  async #makeIfDue(): Promise<void> {
    const { config, now, log } = this.#parts
    const { backups } = config
    if (!backups || this.#ending.signal.aborted || !(await this.#isDue())) return
    const { where } = this.#store
    const begun = now()
    const { code, said } = await this.#run(where, backups.keep, this.#ending.signal)
    if (this.#ending.signal.aborted) return
    const after = await this.#newest.find(true)
    const isMade = code === 0 || (after !== null && after.at >= begun)
    this.#fault = code === 0 ? null : { at: now(), words: said || `It ended with code ${code}.`, isMade }
    if (isMade && this.#parts.shipping.generation !== null) this.#basedAt = now()
    if (!isMade) log.error({ fault: this.#fault?.words }, 'the backup could not be made')
    else if (this.#fault)
      log.error({ fault: this.#fault.words }, 'a backup was made, and not all that follows it')
    else log.info({ folder: where }, 'a backup was made')
  }

  async #isDue(): Promise<boolean> {
    const { now } = this.#parts
    if (this.#fault && now() - this.#fault.at < AGAIN_MS) return false
    const isOld = (one: Newest | null): boolean =>
      one === null || now() - one.at >= (this.#parts.config.backups?.everyHours ?? 0) * HOUR
    // Somebody else may have made one since it was asked for.
    const known = await this.#newest.find()
    const newest = this.#store.folder === null && isOld(known) ? await this.#newest.find(true) : known
    if (newest === null || isOld(newest)) return true
    const { generation } = this.#parts.shipping
    // One that was made while nothing could be shipped is no beginning: another one follows, not at once.
    if (generation === null || now() - this.#basedAt < AGAIN_MS) return false
    return newest.facts?.generation !== generation
  }

  /** null where none is made by itself. */
  async state(): Promise<BackupState | null> {
    const { backups } = this.#parts.config
    if (!backups) return null
    const newest = await this.#newest.find()
    const at = this.#fault
    return {
      folder: this.#store.where,
      every_hours: backups.everyHours,
      keep: backups.keep,
      is_running: this.#making !== null,
      newest: newest?.facts
        ? {
            made_at: new Date(newest.at).toISOString(),
            bytes: newest.facts.bytes,
            is_encrypted: newest.facts.isEncrypted,
          }
        : null,
      is_too_old: newest === null || this.#parts.now() - newest.at > 2 * backups.everyHours * HOUR,
      fault: at ? { at: new Date(at.at).toISOString(), words: at.words, is_made: at.isMade } : null,
      log: this.#parts.shipping.state(),
    }
  }

  /** Ends it, and one that is being made with it. */
  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    this.#ending.abort()
    await Promise.all([this.#making, this.#parts.shipping.close(), this.marks.rest()])
  }
}

/** The same in words for anybody: no folder, and no fault's own words. */
export function backupDetail(state: BackupState | null): string {
  if (!state) return 'none is made by itself'
  const newest = state.newest ? `newest of ${state.newest.made_at}` : 'none yet'
  const fault = !state.fault
    ? ''
    : state.fault.is_made
      ? '; not all that follows the last one could be done'
      : '; the last one could not be made'
  return `${newest}${state.newest && state.is_too_old ? ', which is too old' : ''}${fault}${logDetail(state.log)}`
}

function logDetail(log: ShippedLogState | null): string {
  if (!log) return ''
  return log.is_late ? '; the log is not shipped' : '; the log is shipped'
}
