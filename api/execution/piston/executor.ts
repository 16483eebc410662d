import { limitsFor } from '#runtimes/limits.ts'
import { withFinalNewline } from '#runtimes/streams.ts'
import type {
  Case,
  CaseResult,
  EngineDescription,
  ExecuteOptions,
  Executor,
  LanguageInfo,
  Program,
} from '../port.ts'
import { type ExecutionLogger, emptyResult, engineError, SILENT, SOURCE_TOO_LARGE } from '../results.ts'
import { PistonError } from './client.ts'
import type { PistonEndpoint } from './endpoint.ts'
import { judgeAnswer } from './judge.ts'
import { type PinnedLanguage, pinLanguages } from './languages.ts'
import { askNodes, createNodes, factorAt, nodesWith, type PistonNode } from './nodes.ts'
import { fits, jobBody } from './request.ts'
import { type JobForm, sendToPiston } from './send.ts'

export interface PistonOptions {
  endpoints: PistonEndpoint[]
  /**
   * Takes the jobs that are too large for Piston, in the languages it has; the others, and all without it, end as a
   * compile_error. It is closed with this executor.
   */
  fallback?: Executor
  logger?: ExecutionLogger
}

function languageInfo({ id, name, version, language }: PinnedLanguage): LanguageInfo {
  return {
    id,
    name,
    version,
    engine: `piston/${language}-${version}`,
    tier: 'piston',
    limits: { cpu: 'hard', wall: 'hard', memory: 'hard', output: 'hard', files: 'soft', network: 'hard' },
  }
}

/** A job in one form for each speed of the nodes that can do it: the default processor time is stretched by it. */
function formsFor(
  able: PistonNode[],
  language: PinnedLanguage,
  source: string,
  testCase: Case,
  settings: ExecuteOptions,
): Map<number, JobForm> {
  const factors = new Set(able.map((node) => factorAt(node, language)))
  return new Map(
    [...factors].map((factor) => {
      const limits = limitsFor(settings.limits, factor)
      return [factor, { limits, body: jobBody(language, source, withFinalNewline(testCase.stdin), limits) }]
    }),
  )
}

/**
 * An executor on one or more Piston servers. The version of a language is pinned when a server first offers it, for
 * as long as this executor lives; a server counts for a language only with that very version. Cases run one after
 * the other on the least busy server; a job is sent a second time only when the connection could not be made or the
 * server failed (5xx). `execute` throws the signal's reason when it aborts.
 */
export function createPistonExecutor(options: PistonOptions): Executor {
  const nodes = createNodes(options.endpoints)
  const logger = options.logger ?? SILENT
  const closing = new AbortController()
  const pinned = new Map<string, PinnedLanguage>()
  let asking: Promise<void> | undefined

  /** Asks the servers what they have; who asks meanwhile gets the same answer. */
  function ask(): Promise<void> {
    asking ??= askNodes(nodes)
      .then(() => {
        for (const language of pinLanguages(nodes.flatMap(({ runtimes }) => runtimes ?? [])))
          if (!pinned.has(language.id)) pinned.set(language.id, language)
      })
      .finally(() => {
        asking = undefined
      })
    return asking
  }

  async function tooLarge(program: Program, testCase: Case, settings: ExecuteOptions): Promise<CaseResult> {
    const { fallback } = options
    const others = fallback === undefined ? [] : (await fallback.describe()).languages
    if (fallback !== undefined && others.some(({ id }) => id === program.languageId)) {
      for await (const result of fallback.execute(program, [testCase], settings)) return result
    }
    return {
      ...emptyResult(testCase.id, 'piston'),
      outcome: 'compile_error',
      message: SOURCE_TOO_LARGE,
      compileOutput: SOURCE_TOO_LARGE,
    }
  }

  async function runCase(program: Program, testCase: Case, settings: ExecuteOptions): Promise<CaseResult> {
    if (!pinned.has(program.languageId)) await ask()
    const language = pinned.get(program.languageId)
    if (language === undefined) {
      const mayCome = nodes.some(({ runtimes }) => runtimes === null)
      return engineError(testCase.id, 'piston', `no server has ${program.languageId}`, mayCome)
    }
    const able = nodesWith(nodes, language)
    const forms = formsFor(able, language, program.source, testCase, settings)
    if (![...forms.values()].every(({ body }) => fits(body))) return tooLarge(program, testCase, settings)
    const signals = settings.signal === undefined ? [closing.signal] : [closing.signal, settings.signal]
    const { answer, limits } = await sendToPiston({ language, forms }, able, signals, logger)
    return judgeAnswer(
      answer,
      testCase,
      limits,
      language.id,
      `piston/${language.language}-${language.version}`,
    )
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
        const message = error instanceof Error ? error.message : String(error)
        const isLost = error instanceof PistonError && error.started
        yield {
          ...engineError(testCase.id, 'piston', message, retryable),
          ...(isLost && { suspect: 'lost' as const }),
        }
      }
    }
  }

  return {
    async describe(): Promise<EngineDescription> {
      await ask()
      if (pinned.size === 0) throw new Error('the Piston servers have none of the languages known here')
      return {
        slots: nodes.reduce((sum, { places }) => sum + places.capacity, 0),
        languages: [...pinned.values()].map(languageInfo),
        isPartial: nodes.some(({ runtimes }) => runtimes === null),
      }
    },
    execute,
    async health() {
      try {
        await ask()
        const good = nodes.filter(({ restUntil }) => restUntil <= Date.now()).length
        const refusing = nodes.filter(({ refusal }) => refusal !== null)
        const words = [
          `piston, ${pinned.size} languages, ${good} of ${nodes.length} servers can be used`,
          ...refusing.map(({ endpoint, refusal }) => `${endpoint.url} ${refusal}`),
        ]
        return { ok: pinned.size > 0 && refusing.length < nodes.length, detail: words.join('; ') }
      } catch (error) {
        return { ok: false, detail: error instanceof Error ? error.message : String(error) }
      }
    },
    async close() {
      const reason = new Error('the engine is closed')
      closing.abort(reason)
      for (const node of nodes) node.places.rejectAll(reason)
      await options.fallback?.close()
    },
  }
}
