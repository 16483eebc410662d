import { afterAll, expect, test, vi } from 'vitest'
import { findBoxTools, findToolchains } from '#api/execution/jail/find.ts'
import { GO_CACHE } from '#api/execution/jail/goCache.ts'
import { ReadyPrograms } from '#api/execution/jail/readyPrograms.ts'

/** Go compiles its library together with a program, unless a cache has it. An older Go is made to, by a flag that its own library was not built with. */

const tools =
  process.env.HOLDFAST_EXAMS_TIMES === undefined ? 'left to the full run' : await findBoxTools(process.arch)
const programs = typeof tools === 'string' ? null : new ReadyPrograms(tools)
const found = typeof tools === 'string' ? [] : await findToolchains(tools.folder)
const go = found.find(({ toolchain }) => toolchain.id === 'go')
afterAll(() => programs?.close())

test.each([
  ['1.19.8', false],
  ['1.20', true],
  ['1.22.3', true],
  ['2.0', true],
])('Go %s: a cache is wanted: %s', (version, isWanted) => {
  expect(GO_CACHE.isWanted(version)).toBe(isWanted)
})

test.runIf(programs && go)(
  'the second program and those behind it find the library compiled',
  { timeout: 300_000 },
  async () => {
    if (!programs || !go) return
    const { toolchain } = go
    const environment = { ...toolchain.environment, GOFLAGS: '-trimpath' }
    const of = {
      ...go,
      toolchain: { ...toolchain, environment, cache: { ...GO_CACHE, isWanted: () => true } },
    }
    let n = 0
    const compiled = async (): Promise<number> => {
      const began = performance.now()
      const source = `package main\nimport ("fmt"; "sort")\nfunc main() { all := []int{${n++}, 1}; sort.Ints(all); fmt.Println(all) }`
      const { program, release } = await programs.take(of, source)
      release()
      expect(program.refused).toBeNull()
      return performance.now() - began
    }
    const first = await compiled()
    await vi.waitFor(async () => expect(await compiled()).toBeLessThan(first / 3), {
      timeout: 240_000,
      interval: 1_000,
    })
    console.log(
      `Go compiles in ${Math.round(first)} ms without its cache, in ${Math.round(await compiled())} ms with it`,
    )
  },
)
