import { limitsFor } from '../limits.ts'
import type {
  Case,
  CaseResult,
  EngineDescription,
  ExecuteOptions,
  Executor,
  Limits,
  Program,
} from '../port.ts'
import { type ExecutionLogger, emptyResult, engineError, normalisedStdin, SILENT } from '../results.ts'
import type { ExecuteAnswer } from './answers.ts'
import { type PistonEndpoint, PistonError, sendJob } from './client.ts'
import { judgeAnswer } from './judge.ts'
import type { PinnedLanguage } from './languages.ts'
import { createNodes, fetchOffer, leastBusy, letRest, type Offer, type PistonNode } from './nodes.ts'
import { COMPILE_TIMEOUT_MS, fits, jobBody } from './request.ts'

export interface PistonOptions {
  endpoints: PistonEndpoint[]
  /** Takes the jobs that are too large for Piston; without it they end as a compile_error. */
  fallback?: Executor
  /** By how much a language's default processor time is stretched; Piston runs at native speed, so not at all. */
  factors?: Readonly<Record<string, number>>
  logger?: ExecutionLogger
}

/** Beyond a job's own limits: for its way there and for the sandbox to be set up and taken down. */
const TRAVEL_MS = 10_000

const TOO_LARGE = 'source too large'

interface Job {
  language: PinnedLanguage
  body: string
  limits: Limits
}

/** How long a job can go on at the server, whoever waits for it, in milliseconds. */
function longest({ limits }: Job): number {
  return limits.wallMs + 2 * COMPILE_TIMEOUT_MS
}

/** Sends a job to one node, within its slots. A job whose answer is lost keeps its slot until it must be over. */
async function runOn(node: PistonNode, job: Job, signals: AbortSignal[]): Promise<ExecuteAnswer> {
  const release = await node.places.acquire(AbortSignal.any(signals))
  const startedAt = performance.now()
  let heldForMs = 0
  try {
    const deadline = AbortSignal.timeout(Math.ceil(longest(job)) + TRAVEL_MS)
    return await sendJob(node.endpoint, job.body, AbortSignal.any([...signals, deadline]))
  } catch (error) {
    if (error instanceof PistonError && error.started) {
      heldForMs = Math.max(0, longest(job) - (performance.now() - startedAt))
    }
    throw error
  } finally {
    if (heldForMs > 0) setTimeout(release, heldForMs).unref()
    else release()
  }
}

/**
 * An executor on one or more Piston servers. Versions are pinned with the first request. Cases run one after the
 * other on the least busy server; a job is sent a second time only when the connection could not be made or the
 * server failed (5xx). `execute` throws the signal's reason when it aborts.
 */
export function createPistonExecutor(options: PistonOptions): Executor {
  const nodes = createNodes(options.endpoints)
  const logger = options.logger ?? SILENT
  const closing = new AbortController()
  let pinned: Promise<Offer> | undefined

  function offer(): Promise<Offer> {
    pinned ??= fetchOffer(nodes).catch((error: unknown) => {
      pinned = undefined
      throw error
    })
    return pinned
  }

  async function send(job: Job, able: PistonNode[], signals: AbortSignal[]): Promise<ExecuteAnswer> {
    const first = leastBusy(able, Date.now())
    if (first === undefined) throw new Error(`no server has ${job.language.language} ${job.language.version}`)
    try {
      return await runOn(first, job, signals)
    } catch (error) {
      if (!(error instanceof PistonError && error.again)) throw error
      logger.warn(`piston ${first.endpoint.url}: ${error.message}`)
      letRest(first, Date.now())
      return runOn(leastBusy(able, Date.now()) ?? first, job, signals)
    }
  }

  async function tooLarge(program: Program, testCase: Case, settings: ExecuteOptions): Promise<CaseResult> {
    if (options.fallback !== undefined) {
      for await (const result of options.fallback.execute(program, [testCase], settings)) return result
    }
    return {
      ...emptyResult(testCase.id, 'piston'),
      outcome: 'compile_error',
      message: TOO_LARGE,
      compileOutput: TOO_LARGE,
    }
  }

  async function runCase(program: Program, testCase: Case, settings: ExecuteOptions): Promise<CaseResult> {
    const { languages, nodesFor } = await offer()
    const language = languages.find(({ id }) => id === program.languageId)
    if (language === undefined) {
      return engineError(testCase.id, 'piston', `no server has ${program.languageId}`, false)
    }
    const limits = limitsFor(program.languageId, settings.limits, options.factors ?? {})
    const body = jobBody(language, program.source, normalisedStdin(testCase), limits)
    if (!fits(body)) return tooLarge(program, testCase, settings)
    const signals = settings.signal === undefined ? [closing.signal] : [closing.signal, settings.signal]
    const answer = await send({ language, body, limits }, nodesFor(language), signals)
    return judgeAnswer(answer, testCase, limits, `piston/${language.language}-${language.version}`)
  }

  async function* execute(
    program: Program,
    cases: Case[],
    settings: ExecuteOptions,
  ): AsyncGenerator<CaseResult> {
    for (const testCase of cases) {
      try {
        yield await runCase(program, testCase, settings)
      } catch (error) {
        settings.signal?.throwIfAborted()
        if (error instanceof RangeError) throw error
        const retryable = error instanceof PistonError ? error.retryable : true
        yield engineError(
          testCase.id,
          'piston',
          error instanceof Error ? error.message : String(error),
          retryable,
        )
      }
    }
  }

  return {
    async describe(): Promise<EngineDescription> {
      const { languages } = await offer()
      return {
        isolation: 'remote',
        slots: nodes.reduce((sum, { places }) => sum + places.capacity, 0),
        languages: languages.map(({ id, name, version, language }) => ({
          id,
          name,
          version,
          engine: `piston/${language}-${version}`,
          limits: {
            cpu: 'hard',
            wall: 'hard',
            memory: 'hard',
            output: 'hard',
            files: 'soft',
            network: 'hard',
          },
        })),
      }
    },
    execute,
    async health() {
      try {
        const { languages } = await fetchOffer(nodes)
        return { ok: languages.length > 0, detail: `piston, ${languages.length} languages` }
      } catch (error) {
        return { ok: false, detail: error instanceof Error ? error.message : String(error) }
      }
    },
    async close() {
      const reason = new Error('the engine is closed')
      closing.abort(reason)
      for (const node of nodes) node.places.rejectAll(reason)
    },
  }
}
