import { SUBMISSION_POLL_MS } from '#contract/constants.ts'
import type { RunEvent, SubmissionEvent } from '#contract/events.ts'
import { CallError, call } from '../http/call.ts'
import type { LocalDatabase } from '../local/database.ts'
import type { Memory } from './memory.ts'
import type { RunView, SubmissionView } from './views.ts'

/** Runs and verdicts: they come as events, and are asked for as long as one is missing. */

const RUN_POLL_MS = 2_000
const RUN_GIVE_UP_MS = 120_000

export class Judged {
  readonly #open: () => LocalDatabase
  readonly #memory: Memory
  readonly #changed: () => void
  readonly #poll: ReturnType<typeof setInterval>
  #run = 0

  constructor(open: () => LocalDatabase, memory: Memory, changed: () => void) {
    this.#open = open
    this.#memory = memory
    this.#changed = changed
    this.#poll = setInterval(() => void this.#ask(), SUBMISSION_POLL_MS)
    void this.#ask()
  }

  stop(): void {
    clearInterval(this.#poll)
  }

  /** Starts a Run; without stdin on the sample tests. */
  async run(problemId: number, languageId: number, text: string, stdin?: string): Promise<void> {
    const mine = ++this.#run
    const memory = this.#memory
    const custom = stdin !== undefined
    const set = (change: Partial<NonNullable<Memory['run']>>): void => {
      if (mine !== this.#run) return
      memory.run = { problemId, stage: 'sending', message: null, result: null, custom, ...change }
      this.#changed()
    }
    set({})
    try {
      const { data } = await call<{ token: string }>('postExecution', {
        token: memory.attempt.token,
        body: {
          language_id: languageId,
          language_name: memory.content?.languages.find((l) => l.id === languageId)?.name,
          source_code: text,
          problem_id: problemId,
          room: 'TestChannel',
          ...(custom && { stdin }),
        },
      })
      this.#token = data.token
      set({ stage: 'queued' })
      await this.#followRun(data.token, mine, set)
    } catch (fault) {
      set({ stage: 'failed', message: runFault(fault) })
    }
  }

  #token: string | null = null
  #arrived: (() => void) | null = null

  async #followRun(
    token: string,
    mine: number,
    set: (change: Partial<NonNullable<Memory['run']>>) => void,
  ): Promise<void> {
    const until = Date.now() + RUN_GIVE_UP_MS
    while (mine === this.#run && Date.now() < until) {
      await new Promise<void>((resolve) => {
        this.#arrived = resolve
        setTimeout(resolve, RUN_POLL_MS)
      })
      if (mine !== this.#run) return
      const answer = await call<RunView>('getExecution', {
        params: { token },
        token: this.#memory.attempt.token,
      }).catch((fault: unknown) => {
        if (fault instanceof CallError && fault.kind !== 'refused') return null
        throw fault
      })
      if (answer?.data.status === 'done') {
        set({ stage: 'done', result: answer.data, message: answer.data.message || null })
        return
      }
      if (answer) set({ stage: answer.data.status === 'running' ? 'running' : 'queued' })
    }
    set({ stage: 'failed', message: 'The result has not come for two minutes. Run again.' })
  }

  runArrived(event: RunEvent): void {
    if (event.token === this.#token) this.#arrived?.()
  }

  async submissionArrived(event: SubmissionEvent): Promise<void> {
    const row = this.#memory.submissions.find((s) => s.op_id === event.op_id)
    if (!row) return
    await this.#store(row.op_id, { ...event, submission_id: event.submission_id })
  }

  async #store(opId: string, result: SubmissionView): Promise<void> {
    const row = this.#memory.submissions.find((s) => s.op_id === opId)
    if (!row || (row.result?.status === 'accepted' && result.status !== 'accepted')) return
    row.result = result
    row.submission_id = result.submission_id
    await this.#open()
      .submissions.update([row.attempt_id, opId], { result, submission_id: result.submission_id })
      .catch(() => 0)
    this.#changed()
  }

  async #ask(): Promise<void> {
    for (const row of this.#memory.submissions) {
      if (row.submission_id === null || row.result?.status === 'accepted') continue
      const answer = await call<SubmissionView>('getSubmission', {
        params: { id: row.submission_id },
        token: this.#memory.attempt.token,
      }).catch(() => null)
      if (answer) await this.#store(row.op_id, answer.data)
    }
  }
}

function runFault(fault: unknown): string {
  if (fault instanceof CallError && fault.kind !== 'refused')
    return 'Running needs the server, and it cannot be reached just now. Your code is kept; try again when you are online.'
  return fault instanceof Error ? fault.message : String(fault)
}
