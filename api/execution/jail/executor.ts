import { availableParallelism } from 'node:os'
import { plural } from '#contract/plural.ts'
import { limitsFor } from '#runtimes/limits.ts'
import { withFinalNewline } from '#runtimes/streams.ts'
import { Semaphore } from '../../kit/semaphore.ts'
import { CATALOGUE } from '../catalogue.ts'
import { judgeFault } from '../judging/answer.ts'
import type {
  Case,
  CaseResult,
  EngineDescription,
  ExecuteOptions,
  Executor,
  JudgeAnswer,
  JudgeAsk,
  Limits,
  Program,
} from '../port.ts'
import { type ExecutionLogger, engineError, SILENT } from '../results.ts'
import { type BoxEnd, type BoxTools, runInBox } from './box.ts'
import { talkResult } from './conversation.ts'
import { type FoundToolchain, findBoxTools, findToolchains, tryBoxes } from './find.ts'
import { askJudge, type Jail, talk } from './judges.ts'
import { programCall, type ReadyProgram, ReadyPrograms } from './readyPrograms.ts'
import { boxResult, refusedResult } from './report.ts'
import { TOOLCHAINS, type Toolchain } from './toolchains.ts'

export interface JailOptions {
  /** Boxes at the same time; one less than the cores, at least 1, when not given. */
  slots?: number
  logger?: ExecutionLogger
}

/** Looks at a language's own start; the fastest counts. */
const STARTS = 2

/** The engine of a verdict, with the way its programs were kept apart. */
const engineStamp = ({ toolchain, version }: FoundToolchain, { groups }: BoxTools): string =>
  `jail${groups ? '+cgroup' : ''}/${toolchain.tool}-${version}`

/**
 * The host's own toolchains, each program in a box of bubblewrap's. `execute` throws the signal's reason when it aborts, and a
 * RangeError for limits that are not greater than 0.
 */
export function createJailExecutor(options: JailOptions = {}): Executor {
  const slots = options.slots ?? Math.max(1, availableParallelism() - 1)
  const logger = options.logger ?? SILENT
  const places = new Semaphore(slots)
  const closing = new AbortController()
  /** Processor time of each language's own start, in milliseconds. */
  const starts = new Map<string, Promise<number>>()
  let looking: Promise<Jail | string> | undefined

  async function look(): Promise<Jail | string> {
    const found = await findBoxTools(process.arch).catch((error: Error) => error.message)
    if (typeof found === 'string') return found
    const made = await tryBoxes(found)
    if (typeof made === 'string') return made
    const { tools } = made
    const programs = new ReadyPrograms(tools)
    const toolchains = await findToolchains(tools.folder)
    logger.info(
      `boxes: ${toolchains.map(({ toolchain, version }) => `${CATALOGUE[toolchain.id].name} ${version}`).join(', ')}`,
    )
    return { ...made, programs, toolchains: new Map(toolchains.map((one) => [one.toolchain.id, one])) }
  }
  const jail = (): Promise<Jail | string> => {
    looking ??= look()
    return looking
  }

  async function inBox(
    { tools }: Pick<Jail, 'tools'>,
    of: FoundToolchain,
    program: ReadyProgram,
    stdin: string,
    limits: Limits,
    signal?: AbortSignal,
  ): Promise<BoxEnd> {
    const stdinBytes = new TextEncoder().encode(withFinalNewline(stdin))
    return runInBox(tools, programCall(of, program, limits), stdinBytes, limits, signal)
  }

  /** A language's own start is no program's time. */
  function startOf(made: Jail, of: FoundToolchain): Promise<number> {
    const { id, start } = of.toolchain
    if (start === undefined) return Promise.resolve(0)
    const known = starts.get(id) ?? measureStart(made, of, start)
    starts.set(id, known)
    // A look that failed is no measurement: the next program's takes its place.
    known.catch(() => starts.delete(id))
    return known
  }

  async function measureStart(made: Jail, of: FoundToolchain, source: string): Promise<number> {
    const { program, release } = await made.programs.take(of, source)
    try {
      const measured: number[] = []
      for (let n = 0; n < STARTS && program.refused === null; n++) {
        const end = await inBox(made, of, program, '', limitsFor({}, 5))
        if (end.kind === 'ended' && end.exitCode === 0 && end.cpuMs !== null) measured.push(end.cpuMs)
      }
      if (measured.length === 0) throw new Error(`the start of ${of.toolchain.tool} could not be measured`)
      return Math.min(...measured)
    } finally {
      release()
    }
  }

  async function judge(ask: JudgeAsk, signal?: AbortSignal): Promise<JudgeAnswer> {
    const made = await jail()
    if (typeof made === 'string') return judgeFault(`${formatNoBoxes(made)}.`)
    const signals = AbortSignal.any(signal ? [closing.signal, signal] : [closing.signal])
    const leave = await places.acquire(signal)
    try {
      return await askJudge(made, ask, signals)
    } catch (error) {
      signal?.throwIfAborted()
      return judgeFault(error instanceof Error ? error.message : String(error), true)
    } finally {
      leave()
    }
  }

  async function* execute(
    { languageId, source }: Program,
    cases: Case[],
    { limits: given, signal, interactor }: ExecuteOptions,
  ): AsyncGenerator<CaseResult> {
    const made = await jail()
    const of = typeof made === 'string' ? undefined : made.toolchains.get(languageId)
    const limits = limitsFor(given, of?.toolchain.timeFactor)
    if (typeof made === 'string' || !of) {
      const why = typeof made === 'string' ? made : `this machine has no ${languageId}`
      for (const { id } of cases) yield engineError(id, 'jail', why, false)
      return
    }
    const signals = AbortSignal.any(signal ? [closing.signal, signal] : [closing.signal])
    const engine = engineStamp(of, made.tools)
    let taken: Awaited<ReturnType<ReadyPrograms['take']>> | undefined
    try {
      for (const one of cases) {
        const leave = await places.acquire(signal)
        let result: CaseResult
        try {
          taken ??= await made.programs.take(of, source)
          const { program } = taken
          const startMs = await startOf(made, of)
          const within = { ...limits, cpuMs: limits.cpuMs + startMs }
          if (program.refused) result = refusedResult(one.id, engine, of.toolchain, program.refused)
          else if (interactor) {
            const call = programCall(of, program, within)
            const { judged, ...talked } = await talk(made, call, within, interactor, one, signals)
            const own = boxResult(one.id, engine, of.toolchain, talked.program, { ...limits, startMs })
            result = talkResult(own, judged, talked)
          } else {
            const end = await inBox(made, of, program, one.stdin, within, signals)
            result = boxResult(one.id, engine, of.toolchain, end, { ...limits, startMs })
          }
        } catch (error) {
          signal?.throwIfAborted()
          result = engineError(one.id, engine, error instanceof Error ? error.message : String(error), true)
        } finally {
          leave()
        }
        // Its place is free while whoever asked looks at the result: that may take a box for a judge's program.
        yield result
        signal?.throwIfAborted()
      }
    } finally {
      taken?.release()
    }
  }

  return {
    async describe(): Promise<EngineDescription> {
      const made = await jail()
      // A machine without boxes is one without their languages, and stays one until the next start.
      if (typeof made === 'string') return { slots: 0, languages: [], lacks: [formatNoBoxes(made)] }
      const missing = TOOLCHAINS.filter(({ id }) => !made.toolchains.has(id))
      return {
        slots,
        judges: [...made.toolchains.keys()],
        isolation: formatIsolation(made),
        lacks: missing.length > 0 ? [formatMissing(missing)] : [],
        languages: [...made.toolchains.values()].map((of) => ({
          id: of.toolchain.id,
          name: CATALOGUE[of.toolchain.id].name,
          version: of.toolchain.language ?? of.version,
          engine: engineStamp(of, made.tools),
          tier: 'jail',
          limits: {
            cpu: 'hard',
            wall: 'hard',
            memory: 'hard',
            output: 'hard',
            files: 'hard',
            network: 'hard',
          },
          timeFactor: of.toolchain.timeFactor ?? 1,
        })),
      }
    },
    execute,
    judge,
    async health() {
      const made = await jail()
      return typeof made === 'string'
        ? { ok: false, detail: formatNoBoxes(made) }
        : {
            ok: true,
            detail: `${formatIsolation(made)}, ${plural(made.toolchains.size, 'language')}, ${slots} at a time`,
          }
    },
    async close() {
      const reason = new Error('the engine is closed')
      closing.abort(reason)
      places.rejectAll(reason)
      const made = await looking
      if (made && typeof made !== 'string') await made.programs.close()
    },
  }
}

/** The words that greeting, /readyz and doctor have for it. */
const formatNoBoxes = (why: string): string => `no boxes for the toolchains of this machine: ${why}`

const formatIsolation = ({ withoutGroups }: Pick<Jail, 'withoutGroups'>): string =>
  withoutGroups === null ? 'boxes with control groups' : `boxes without control groups (${withoutGroups})`

const formatMissing = (missing: readonly Toolchain[]): string =>
  `not on this machine: ${missing.map(({ id, debian }) => `${CATALOGUE[id].name} (apt-get install ${debian})`).join(', ')}`
