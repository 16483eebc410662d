import { SUBMISSION_POLL_MS } from '#contract/constants.ts'
import type { RunEvent, SubmissionEvent } from '#contract/events.ts'
import { CallError, call } from '../http/call.ts'
import type { LocalDatabase } from '../local/database.ts'
import { deviceLanguage } from '../runner/languages.ts'
import type { Memory } from './memory.ts'
import { connectionOf } from './snapshot.ts'
import type { RunView, SubmissionView } from './views.ts'

/** Runs and verdicts: they come as events, and are asked for as long as one is missing. */

const RUN_POLL_MS = 2_000
const RUN_GIVE_UP_MS = 120_000

interface AskedRun {
  problemId: number
  languageId: number
  text: string
  stdin?: string
}

type SetRun = (change: Partial<NonNullable<Memory['run']>>) => void

export class Judged {
  readonly #open: () => LocalDatabase
  readonly #memory: Memory
  readonly #changed: () => void
  readonly #unreached: () => void
  readonly #poll: ReturnType<typeof setInterval>
  #asking = false
  #run = 0
  #token: string | null = null
  #arrived: (() => void) | null = null

  /** @param unreached told where a Run could not be asked for: the server may be away, and nobody have noticed */
  constructor(open: () => LocalDatabase, memory: Memory, changed: () => void, unreached: () => void) {
    this.#open = open
    this.#memory = memory
    this.#changed = changed
    this.#unreached = unreached
    this.#poll = setInterval(() => void this.#ask(), SUBMISSION_POLL_MS)
    void this.#ask()
  }

  stop(): void {
    clearInterval(this.#poll)
  }

  /** Starts a Run; without stdin on the sample tests. Where the server is out of reach the device does it. */
  async run(problemId: number, languageId: number, text: string, stdin?: string): Promise<void> {
    const mine = ++this.#run
    const memory = this.#memory
    const custom = stdin !== undefined
    const asked = { problemId, languageId, text, stdin }
    const set: SetRun = (change) => {
      if (mine !== this.#run) return
      const fresh = { stage: 'sending', place: 'server', message: null, result: null } as const
      memory.run = { problemId, custom, ...fresh, ...change }
      this.#changed()
    }
    this.#token = null
    set({})
    try {
      if (this.#outOfReach()) await this.#runHere(asked, set)
      else await this.#runThere(asked, mine, set)
    } catch (fault) {
      if (isUnreached(fault) && mine === this.#run) await this.#runHere(asked, set)
      else set({ stage: 'failed', message: wordsOf(fault) })
    }
  }

  #outOfReach(): boolean {
    const { state } = connectionOf(this.#memory)
    return state === 'offline' || state === 'captive'
  }

  async #runThere(
    { problemId, languageId, text, stdin }: AskedRun,
    mine: number,
    set: SetRun,
  ): Promise<void> {
    const { attempt, content } = this.#memory
    const { data } = await call<{ token: string }>('postExecution', {
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
    if (mine !== this.#run) return
    this.#token = data.token
    set({ stage: 'queued' })
    await this.#followRun(data.token, mine, set)
  }

  /** Nothing of it is kept or sent: it is practice, shown until the next Run. Never rejects. */
  async #runHere({ problemId, languageId, text, stdin }: AskedRun, set: SetRun): Promise<void> {
    const place = 'device'
    const { content } = this.#memory
    const problem = content?.problems.find(({ id }) => id === problemId)
    const language = content?.languages.find(({ id }) => id === languageId)
    const id = language ? deviceLanguage(language.mode) : null
    if (!problem || id === null) {
      set({ stage: 'failed', message: onServerOnly(language?.name ?? 'This language') })
      return
    }
    set({ stage: 'running', place })
    try {
      const { runOnDevice } = await import('../runner/runOnDevice.ts')
      set({
        stage: 'done',
        place,
        result: await runOnDevice({ language: id, source: text, problem, stdin }),
      })
    } catch (fault) {
      set({ stage: 'failed', message: wordsOf(fault) })
    }
  }

  async #followRun(token: string, mine: number, set: SetRun): Promise<void> {
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
        // A moment's silence is waited out; once the server is known to be away, nobody waits for it.
        if (!isUnreached(fault) || this.#outOfReach()) throw fault
        this.#unreached()
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

const isUnreached = (fault: unknown): boolean => fault instanceof CallError && fault.kind !== 'refused'

const onServerOnly = (language: string): string =>
  `${language} runs on the server only, and it cannot be reached just now. Your code is kept. You can submit: what you submit is queued on this device and judged when you are back online.`

const wordsOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault))
