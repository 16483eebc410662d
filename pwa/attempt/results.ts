import { SUBMISSION_POLL_MS } from '#contract/constants.ts'
import type { RunEvent } from '#contract/events.ts'
import type { SubmissionView } from '#contract/views/candidate.ts'
import { CallError, call } from '../http/call.ts'
import { isEngineHere } from '../runner/engineFiles.ts'
import { deviceLanguage } from '../runner/languages.ts'
import { isWaited, type RunItem } from './api.ts'
import type { LocalDatabase } from './db/schema.ts'
import type { Memory } from './memory.ts'
import { connectionOf } from './snapshot.ts'

/** Runs and verdicts: they come as events, and are asked for as long as one is missing. */

const RUN_POLL_MS = 2_000
const RUN_GIVE_UP_MS = 120_000

interface AskedRun {
  problemId: number
  languageId: number
  text: string
  stdin?: string
}

type SetRun = (change: Partial<RunItem>) => void

export class RunsAndVerdicts {
  readonly #open: () => LocalDatabase
  readonly #memory: Memory
  readonly #poll: ReturnType<typeof setInterval>
  #asking = false
  #run = 0
  #token: string | null = null
  #asked: AskedRun | null = null
  #stopHere: AbortController | null = null
  #arrived: (() => void) | null = null

  constructor(open: () => LocalDatabase, memory: Memory) {
    this.#open = open
    this.#memory = memory
    memory.on('STREAM_SAID', ({ event }) => {
      if (event.type === 'TestChannel') this.#runArrived(event)
      else if (event.type === 'submission') void this.#store(event.op_id, event)
    })
    this.#poll = setInterval(() => void this.#ask(), SUBMISSION_POLL_MS)
    void this.#ask()
  }

  stop(): void {
    clearInterval(this.#poll)
  }

  /**
   * Starts a Run; without stdin on the sample tests. If the server is out of reach the device does it. A Run that is
   * still under way is stopped, because its result would stand under a program that it does not belong to.
   */
  async run(problemId: number, languageId: number, text: string, stdin?: string): Promise<void> {
    const { mine, set } = this.#begin({ problemId, languageId, text, stdin })
    try {
      if (this.#outOfReach()) await this.#runOffline(mine, set)
      else await this.#runThere(mine, set)
    } catch (error) {
      if (isUnreached(error) && mine === this.#run) await this.#runOffline(mine, set)
      else set({ stage: 'failed', message: wordsOf(error), refusedUntil: untilOf(error) })
    }
  }

  /** Does the last Run on this device if the server has not done it yet, or does not do it now. */
  async runHere(): Promise<void> {
    if (!this.#asked) return
    const { mine, set } = this.#begin(this.#asked)
    await this.#runHere(mine, set)
  }

  /** Ends the Run that is under way, on the server as well. */
  stopRun(): void {
    const { run } = this.#memory.state
    if (!isWaited(run) || !run) return
    this.#leave()
    this.#memory.send({ type: 'RUN_CHANGED', run: { ...run, stage: 'stopped' } })
  }

  #begin(asked: AskedRun): { mine: number; set: SetRun } {
    const { problemId, languageId, text, stdin } = asked
    const mine = this.#leave()
    this.#asked = asked
    const fresh = {
      problemId,
      languageId,
      text,
      at: Date.now(),
      custom: stdin !== undefined,
      canRunHere: this.#engineOf(asked) !== null,
      stage: 'sending',
      place: 'server',
      message: null,
      result: null,
      refusedUntil: null,
    } as const
    const set: SetRun = (change) => {
      if (mine === this.#run) this.#memory.send({ type: 'RUN_CHANGED', run: { ...fresh, ...change } })
    }
    set({})
    return { mine, set }
  }

  /** Nobody waits any more for what was asked before. */
  #leave(): number {
    const { attempt, run } = this.#memory.state
    if (this.#token !== null && isWaited(run))
      call('stopRun', { params: { token: this.#token }, token: attempt.token }).catch(() => {})
    this.#token = null
    this.#stopHere?.abort()
    return ++this.#run
  }

  #outOfReach(): boolean {
    const { state } = connectionOf(this.#memory.state)
    return state === 'offline' || state === 'captive'
  }

  async #runThere(mine: number, set: SetRun): Promise<void> {
    const { attempt, content } = this.#memory.state
    if (!this.#asked) return
    const { problemId, languageId, text, stdin } = this.#asked
    const { data } = await call('postExecution', {
      token: attempt.token,
      body: {
        language_id: languageId,
        language_name: content?.languages.find((l) => l.id === languageId)?.name,
        source_code: text,
        problem_id: problemId,
        room: 'TestChannel',
        ...(stdin !== undefined && { stdin }),
      },
    })
    if (mine !== this.#run) {
      // Stopped, or followed by another one, before it was known by which name.
      call('stopRun', { params: { token: data.token }, token: attempt.token }).catch(() => {})
      return
    }
    this.#token = data.token
    set({ stage: 'queued' })
    await this.#followRun(data.token, mine, set)
  }

  /** An engine that did not come yet does not come now either: nobody waits for a line that is dead to say so. */
  async #runOffline(mine: number, set: SetRun): Promise<void> {
    const language = this.#asked && this.#engineOf(this.#asked)
    if (language && !(await isEngineHere(language)))
      set({
        stage: 'failed',
        message: `${this.#nameOf(this.#asked)} cannot run offline on this device yet. Your code is saved.`,
      })
    else await this.#runHere(mine, set)
  }

  /** Nothing of it is kept or sent: it is practice, shown until the next Run. Never rejects. */
  async #runHere(mine: number, set: SetRun): Promise<void> {
    const place = 'device'
    const { content } = this.#memory.state
    if (!this.#asked || mine !== this.#run) return
    const { problemId, text, stdin } = this.#asked
    const problem = content?.problems.find(({ id }) => id === problemId)
    const language = this.#engineOf(this.#asked)
    if (!problem || language === null) {
      set({ stage: 'failed', message: onServerOnly(this.#nameOf(this.#asked)) })
      return
    }
    set({ stage: 'running', place })
    const stop = new AbortController()
    this.#stopHere = stop
    try {
      const { runOnDevice } = await import('../runner/runOnDevice.ts')
      const result = await runOnDevice({ language, source: text, problem, stdin }, stop.signal)
      set({ stage: 'done', place, result })
    } catch (error) {
      set({ stage: 'failed', place, message: wordsOf(error) })
    }
  }

  #languageOf(asked: AskedRun | null) {
    return this.#memory.state.content?.languages.find(({ id }) => id === asked?.languageId)
  }

  #nameOf(asked: AskedRun | null): string {
    return this.#languageOf(asked)?.name ?? 'This language'
  }

  /** The engine that runs this language on the device, or null. */
  #engineOf(asked: AskedRun): ReturnType<typeof deviceLanguage> {
    const language = this.#languageOf(asked)
    return language ? deviceLanguage(language.mode) : null
  }

  async #followRun(token: string, mine: number, set: SetRun): Promise<void> {
    const until = Date.now() + RUN_GIVE_UP_MS
    while (mine === this.#run && Date.now() < until) {
      await new Promise<void>((resolve) => {
        this.#arrived = resolve
        setTimeout(resolve, RUN_POLL_MS)
      })
      if (mine !== this.#run) return
      const answer = await call('getExecution', {
        params: { token },
        token: this.#memory.state.attempt.token,
      }).catch((error: unknown) => {
        // A moment's silence is waited out; once the server is known to be away, nobody waits for it.
        if (!isUnreached(error) || this.#outOfReach()) throw error
        this.#memory.send({ type: 'WAKE' })
        return null
      })
      if (answer?.data.status === 'done') {
        set({ stage: 'done', result: answer.data, message: answer.data.message || null })
        return
      }
      if (answer) set({ stage: answer.data.status === 'running' ? 'running' : 'queued' })
    }
    set({ stage: 'failed', message: 'The result has not come for two minutes. Run again.' })
  }

  #runArrived(event: RunEvent): void {
    if (event.token === this.#token) this.#arrived?.()
  }

  async #store(opId: string, result: SubmissionView): Promise<void> {
    const row = this.#memory.state.submissions.find(({ op_id }) => op_id === opId)
    // A verdict stands, unless staff took it back.
    const isOlder = row?.result?.status === 'accepted' && result.status !== 'accepted'
    if (!row || (isOlder && !result.not_counted)) return
    this.#memory.send({ type: 'SUBMISSION_JUDGED', opId, result })
    await this.#open()
      .submissions.update([row.attempt_id, opId], { result, submission_id: result.submission_id })
      .catch(() => 0)
  }

  /** One round at a time: a slow server has no second question of the same while it is at the first. */
  async #ask(): Promise<void> {
    if (this.#asking) return
    this.#asking = true
    try {
      await this.#askForEach()
    } finally {
      this.#asking = false
    }
  }

  async #askForEach(): Promise<void> {
    for (const row of this.#memory.state.submissions) {
      const { submission_id, result } = row
      // Staff may have decided otherwise while no page was there to hear of it.
      if (submission_id === null || (result?.status === 'accepted' && !result.decision)) continue
      const answer = await call('getSubmission', {
        params: { id: submission_id },
        token: this.#memory.state.attempt.token,
      }).catch(() => null)
      if (answer) await this.#store(row.op_id, answer.data)
    }
  }
}

const isUnreached = (error: unknown): boolean => error instanceof CallError && error.kind !== 'refused'

const onServerOnly = (language: string): string =>
  `${language} runs on the server only, and it cannot be reached just now. Your code is kept. You can submit: what you submit is queued on this device and judged when you are back online.`

/** Until when a refusal holds, where it says so. */
const untilOf = (error: unknown): number | null =>
  error instanceof CallError && error.retryAfterMs !== null ? Date.now() + error.retryAfterMs : null

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
