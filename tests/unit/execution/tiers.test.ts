import { expect, test } from 'vitest'
import type { EngineDescription, Executor, LanguageInfo, Tier } from '#api/execution/port.ts'
import { emptyResult } from '#api/execution/results.ts'
import { createTiers } from '#api/execution/tiers.ts'

/** Several engines as one: who runs which language, and what is said where one is away. */

const hard = {
  cpu: 'hard',
  wall: 'hard',
  memory: 'hard',
  output: 'hard',
  files: 'hard',
  network: 'hard',
} as const

interface Engine extends Executor {
  isAway: boolean
  asked: number
}

function engine(
  tier: Tier,
  ids: readonly string[],
  { slots = 1, ...words }: Partial<Pick<EngineDescription, 'slots' | 'lacks' | 'isolation'>> = {},
): Engine {
  const languages = ids.map(
    (id): LanguageInfo => ({ id, name: id, version: tier, engine: tier, tier, limits: hard }),
  )
  const made: Engine = {
    isAway: false,
    asked: 0,
    async describe() {
      if (made.isAway) throw new Error(`${tier} is away`)
      return { slots, languages, ...words }
    },
    async *execute(_program, cases) {
      for (const { id } of cases) yield emptyResult(id, tier)
    },
    async health() {
      made.asked++
      return made.isAway ? { ok: false, detail: `${tier} is away` } : { ok: true, detail: tier }
    },
    async close() {},
  }
  return made
}

const tiersOf = (...engines: [Tier, Engine][]): Executor =>
  createTiers(engines.map(([tier, executor]) => ({ tier, executor })))

async function run(tiers: Executor, languageId: string, tier?: Tier) {
  for await (const { engine, outcome, retryable, message } of tiers.execute(
    { languageId, source: '', ...(tier && { tier }) },
    [{ id: '1', stdin: '' }],
    {},
  ))
    return outcome === 'ok' ? engine : { outcome, retryable, message }
  return null
}

test('each language is run by the first that has it, and one that is named by that one alone', async () => {
  const tiers = tiersOf(
    ['jail', engine('jail', ['cpp', 'python'], { slots: 3, lacks: ['no Java'], isolation: 'boxes' })],
    ['wasm', engine('wasm', ['python', 'javascript'], { slots: 2 })],
    ['piston', engine('piston', ['cpp', 'java'], { slots: 8 })],
  )
  const { languages, slots, lacks, isPartial, isolation } = await tiers.describe()
  expect(languages.map(({ id, tier }) => `${id} ${tier}`)).toEqual([
    'cpp jail',
    'python jail',
    'javascript wasm',
    'java piston',
  ])
  // Both engines of this machine share its cores.
  expect({ slots, lacks, isPartial }).toEqual({ slots: 11, lacks: ['no Java'], isPartial: false })
  expect(isolation).toBe('boxes')
  expect(await run(tiers, 'python')).toBe('jail')
  expect(await run(tiers, 'javascript')).toBe('wasm')
  expect(await run(tiers, 'python', 'wasm')).toBe('wasm')
  expect(await run(tiers, 'cpp', 'piston')).toBe('piston')
  expect(await run(tiers, 'cobol')).toEqual({
    outcome: 'engine_error',
    retryable: false,
    message: 'no engine has cobol',
  })
  expect(await run(tiers, 'cpp', 'wasm')).toEqual({
    outcome: 'engine_error',
    retryable: false,
    message: "the engine 'wasm' has no cpp",
  })
})

test('the languages of one that is away stay its own, once it has told them', async () => {
  const piston = engine('piston', ['cpp', 'python'])
  const tiers = tiersOf(['piston', piston], ['wasm', engine('wasm', ['python'])])
  piston.isAway = true
  expect(await tiers.describe()).toMatchObject({
    isPartial: true,
    languages: [{ id: 'python', tier: 'wasm' }],
  })
  // It may have it, and whoever asks tries again.
  expect(await run(tiers, 'cpp')).toMatchObject({ outcome: 'engine_error', retryable: true })
  piston.isAway = false
  await tiers.describe()
  piston.isAway = true
  expect(await tiers.describe()).toMatchObject({
    isPartial: true,
    languages: [
      { id: 'cpp', tier: 'piston' },
      { id: 'python', tier: 'piston' },
    ],
  })
})

test('nobody answers where no engine does', async () => {
  const piston = engine('piston', ['cpp'])
  piston.isAway = true
  const tiers = tiersOf(['piston', piston])
  await expect(tiers.describe()).rejects.toThrow('piston is away')
})

test('an engine whose languages others run is not started to be asked how it is', async () => {
  const wasm = engine('wasm', ['python'])
  const none = engine('jail', [])
  const tiers = tiersOf(['piston', engine('piston', ['python'])], ['wasm', wasm], ['jail', none])
  expect(await tiers.health()).toEqual({ ok: true, detail: 'piston; jail' })
  expect([wasm.asked, none.asked]).toEqual([0, 1])
})

test('a program that talks to its judge is run in boxes or not at all: its input is the judge’s', async () => {
  const ran: string[] = []
  const watched = (tier: Tier): Engine => ({
    ...engine(tier, ['python']),
    async *execute(_program, cases) {
      ran.push(tier)
      for (const { id } of cases) yield { ...emptyResult(id, tier), stdout: 'ran' }
    },
  })
  const interactor = {
    kind: 'interactor' as const,
    language: 'python',
    files: [{ name: 'judge', content: 'x' }],
  }
  for (const tier of ['wasm', 'piston', 'jail'] as const)
    for await (const { outcome, judged } of tiersOf([tier, watched(tier)]).execute(
      { languageId: 'python', source: '' },
      [{ id: '1', stdin: 'hidden' }],
      { interactor },
    ))
      expect([outcome, judged]).toEqual(['ok', undefined])
  expect(ran).toEqual(['jail'])
})
