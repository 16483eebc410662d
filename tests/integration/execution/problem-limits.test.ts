import { expect, onTestFinished, test } from 'vitest'
import type { Executor, Limits } from '#api/execution/port.ts'
import { createProblem } from '#api/services/authoring.ts'
import {
  must,
  openApp,
  programs,
  scriptedExecutor,
  seedOrganization,
  startDevice,
  waitFor,
} from '../../factories/index.ts'

/** A problem may give programs of a language other limits than the default ones. */

/** The scripted engine, which writes down what limits it was asked to keep. */
function noting() {
  const asked: [language: string, limits: Partial<Limits> | undefined][] = []
  const engine = scriptedExecutor()
  const executor: Executor = {
    ...engine,
    execute(program, cases, options) {
      asked.push([program.languageId, options.limits])
      return engine.execute(program, cases, options)
    },
  }
  return { asked, executor }
}

async function sitting() {
  const { asked, executor } = noting()
  const app = await openApp({ judging: true, executor })
  onTestFinished(() => app.remove())
  const org = await seedOrganization(app.ctx, 'limits', { candidates: 1 })
  const [special, plain] = org.problems
  await app.ctx.db.write((tx) =>
    tx.raw.run(
      'UPDATE problems SET limits = ? WHERE id = ?',
      JSON.stringify({ javascript: { cpu_ms: 5_000, memory_mb: 64 }, python: { cpu_ms: 9_000 } }),
      special.id,
    ),
  )
  const [who] = org.candidates
  const device = await startDevice(app, who)
  return { app, org, asked, who, device, special, plain }
}

test('a submission is judged by the limits of its problem and language', async () => {
  const { app, asked, device, special, plain } = await sitting()
  const judged = async (problem_id: number, language_id: number) => {
    const before = asked.length
    device.write('submit', `code:${problem_id}:${language_id}`, { problem_id, language_id, source_code: 'x' })
    await device.sync()
    app.clock.move(60_000)
    app.ctx.judge.wake()
    await waitFor('the judge', () => asked.length > before)
    await app.idle()
    return asked.at(-1)
  }
  expect(await judged(special.id, 1)).toEqual(['javascript', { cpuMs: 5_000, memoryBytes: 64 * 1024 * 1024 }])
  expect(await judged(special.id, 2)).toEqual(['python', { cpuMs: 9_000 }])
  expect(await judged(plain.id, 1)).toEqual(['javascript', {}])
})

test('a Run of the problem has them too, on the samples and on input of its own; one without a problem has none', async () => {
  const { app, asked, who, special } = await sitting()
  const ran = async (body: { problem_id?: number; stdin?: string }) => {
    const before = asked.length
    const program = { language_id: 2, source_code: programs.echo }
    await must(app.send, 'postExecution', { token: who?.token ?? '', body: { ...program, ...body } })
    await waitFor('the run', () => asked.length > before)
    await app.idle()
    return asked.at(-1)?.[1]
  }
  expect(await ran({ problem_id: special.id })).toEqual({ cpuMs: 9_000 })
  expect(await ran({ problem_id: special.id, stdin: 'x' })).toEqual({ cpuMs: 9_000 })
  expect(await ran({ stdin: 'x' })).toEqual({})
})

test('limits that no engine grants are not taken', async () => {
  const app = await openApp()
  onTestFinished(() => app.remove())
  const org = await seedOrganization(app.ctx, 'bounds')
  const make = (limits: Record<string, object>) =>
    app.ctx.db.write((tx) =>
      createProblem(
        tx,
        org.id,
        {
          title: 'A problem with limits',
          description: 'It needs long.',
          difficulty: 'easy',
          tags: [],
          timeInMinutes: 10,
          submissionCount: 3,
          checker: 'exact',
          limits,
          templates: [],
          reference: null,
          tests: [],
        },
        app.ctx.now(),
      ),
    )
  for (const wrong of [
    { cpu_ms: 99 },
    { cpu_ms: 10_001 },
    { cpu_ms: 0 },
    { memory_mb: 31 },
    { memory_mb: 513 },
    { wall_ms: 1_000 },
  ])
    await expect(make({ python: wrong }), JSON.stringify(wrong)).rejects.toThrow()
  const id = await make({ python: { cpu_ms: 10_000, memory_mb: 512 }, 'c++': { cpu_ms: 100 } })
  expect(await app.rows('SELECT limits FROM problems WHERE id = ?', id)).toEqual([
    { limits: JSON.stringify({ python: { cpu_ms: 10_000, memory_mb: 512 }, 'c++': { cpu_ms: 100 } }) },
  ])
})
