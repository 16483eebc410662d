import type {
  Case,
  CaseResult,
  EngineDescription,
  ExecuteOptions,
  Executor,
  LanguageInfo,
  Program,
  Tier,
} from './port.ts'
import { emptyResult, engineError } from './results.ts'

/** An engine of one tier. */
export interface TierEngine {
  tier: Tier
  executor: Executor
}

/**
 * Several engines as one: each language is run by the first that has it, and a program that names its tier by that one alone.
 * An engine that does not answer keeps its languages as far as it has told them: another one takes over none of them.
 */
export function createTiers(engines: readonly TierEngine[]): Executor {
  /** The languages that each tier has told last. */
  const told = new Map<Tier, readonly LanguageInfo[]>()

  async function describeAll(): Promise<{ answers: Map<Tier, EngineDescription>; faults: unknown[] }> {
    const settled = await Promise.allSettled(engines.map(({ executor }) => executor.describe()))
    const answers = new Map<Tier, EngineDescription>()
    const faults: unknown[] = []
    for (const [n, one] of settled.entries()) {
      const tier = engines[n]?.tier
      if (one.status === 'rejected') faults.push(one.reason)
      else if (tier) {
        told.set(tier, one.value.languages)
        answers.set(tier, one.value)
      }
    }
    return { answers, faults }
  }

  /** Each language as the first that has it tells of it. */
  function offered(): LanguageInfo[] {
    const languages = engines.flatMap(({ tier }) => told.get(tier) ?? [])
    return languages.filter(({ id }, n) => languages.findIndex((one) => one.id === id) === n)
  }

  const tierOf = ({ languageId, tier }: Program): TierEngine | undefined =>
    engines.find(
      (engine) =>
        (tier === undefined || tier === engine.tier) &&
        told.get(engine.tier)?.some(({ id }) => id === languageId),
    )

  /** Boxes of this machine, where one of the engines makes them. */
  const judges = engines.flatMap(({ executor }) => executor.judge?.bind(executor) ?? [])[0]

  async function* execute(
    program: Program,
    cases: Case[],
    options: ExecuteOptions,
  ): AsyncGenerator<CaseResult> {
    if (!tierOf(program)) await describeAll()
    const engine = tierOf(program)
    if (engine && options.interactor && engine.tier !== 'jail') {
      // Nothing else can let two programs talk, and the input is the interactor's alone.
      for (const { id } of cases) yield emptyResult(id, engine.tier)
      return
    }
    if (engine) return yield* engine.executor.execute(program, cases, options)
    // One that has not told anything yet may have it; one that is not among the engines may be added to them, or changed by staff.
    const mayCome = program.tier ? !told.has(program.tier) : engines.some(({ tier }) => !told.has(tier))
    const where = program.tier ? `the engine '${program.tier}' has no` : 'no engine has'
    for (const { id } of cases)
      yield engineError(id, program.tier ?? 'none', `${where} ${program.languageId}`, mayCome)
  }

  return {
    async describe() {
      const { answers, faults } = await describeAll()
      if (answers.size === 0) throw faults[0]
      const isolation = answers.get('jail')?.isolation
      return {
        ...(isolation !== undefined && { isolation }),
        languages: offered(),
        slots: slotsOf(answers),
        judges: [...answers.values()].flatMap(({ judges = [] }) => judges),
        lacks: [...answers.values()].flatMap(({ lacks = [] }) => lacks),
        isPartial: faults.length > 0 || [...answers.values()].some(({ isPartial }) => isPartial === true),
      }
    },
    execute,
    ...(judges && { judge: (ask, signal) => judges(ask, signal) }),
    async health() {
      if (told.size === 0) await describeAll()
      const inUse = new Set(offered().map(({ tier }) => tier))
      // An engine whose languages another one runs is not started to be asked.
      const asked = engines.filter(({ tier }) => inUse.has(tier) || !told.get(tier)?.length)
      const all = await Promise.all(asked.map(({ executor }) => executor.health()))
      return { ok: all.some(({ ok }) => ok), detail: all.map(({ detail }) => detail).join('; ') }
    },
    async close() {
      await Promise.all(engines.map(({ executor }) => executor.close()))
    },
  }
}

/** Engines of this machine share its cores; servers elsewhere have cores of their own. */
function slotsOf(answers: ReadonlyMap<Tier, EngineDescription>): number {
  const slots = (tier: Tier): number => answers.get(tier)?.slots ?? 0
  return Math.max(slots('jail'), slots('wasm')) + slots('piston')
}
