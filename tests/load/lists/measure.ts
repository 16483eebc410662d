import { urlOf } from '#contract/paths.ts'
import { signIn } from '../../factories/client.ts'
import { Child } from '../child.ts'
import { median, percentile } from '../figures.ts'
import { Asker } from './ask.ts'
import { type Asked, listCalls, REFERENCE, type Subject } from './calls.ts'
import { ACCOUNTS } from './sizes.ts'
import type { Seen } from './watch.ts'

export const BARS = { p95: 50, deep: 1.5, growthMb: 64, stallMs: 12 }
const EXPORTS = 3
const CPU_TIMES = 5

export interface CallFigure {
  name: string
  p50: number
  p95: number
  /** Milliseconds of the server's processor; hardly depends on what else runs. */
  cpu: number
  /** Median against the reference call of the same rounds. */
  ratio: number
  met: boolean
}
export interface DeepFigure {
  name: string
  /** Median of the rounds' ratios of the deep page to the first one. */
  ratio: number
  met: boolean
}
export interface StreamFigure extends Seen {
  name: string
  rows: number
  seconds: number
  met: boolean
}
export interface ListFigures {
  reference: { p50: number; p95: number }
  calls: CallFigure[]
  deep: DeepFigure[]
  streams: StreamFigure[]
}

type Headers = Record<Asked['as'], Record<string, string>>

/** Starts the server on the data and asks everything in turns, the reference before each. */
export async function measureLists(server: string, args: string[], rounds: number): Promise<ListFigures> {
  const child = await Child.start<Subject & { port: number }>(server, args)
  const asker = new Asker(child.served.port)
  try {
    const send = (path: string, init?: RequestInit) =>
      fetch(`http://127.0.0.1:${child.served.port}${path}`, init)
    const headers: Headers = {
      admin: await signIn(send, ACCOUNTS.admin, ACCOUNTS.password),
      superAdmin: await signIn(send, ACCOUNTS.superAdmin, ACCOUNTS.password),
    }
    const lists = await measureCalls(child, asker, headers, listCalls(child.served), rounds)
    return { ...lists, streams: await measureStreams(child, asker, headers) }
  } finally {
    asker.close()
    await child.stop()
  }
}

async function measureCalls(
  child: Child<Subject & { port: number }>,
  asker: Asker,
  headers: Headers,
  calls: readonly Asked[],
  rounds: number,
) {
  const times = new Map<string, number[]>()
  const ask = async (asked: Asked): Promise<void> => {
    const { ms } = await asker.get(asked.url, headers[asked.as])
    const known = times.get(asked.name)
    if (known) known.push(ms)
    else times.set(asked.name, [ms])
  }
  // The first round fills the caches of statements and pages.
  for (const asked of [REFERENCE, ...calls]) await asker.get(asked.url, headers[asked.as])
  for (let round = 0; round < rounds; round++)
    for (const asked of calls) {
      await ask(REFERENCE)
      await ask(asked)
    }
  const cpu = new Map<string, number>()
  for (const asked of calls) {
    const before = await child.cpu()
    for (let n = 0; n < CPU_TIMES; n++) await asker.get(asked.url, headers[asked.as])
    cpu.set(asked.name, ((await child.cpu()) - before) / CPU_TIMES)
  }
  const of = (name: string): number[] => times.get(name) ?? []
  const reference = of(REFERENCE.name)
  return {
    reference: { p50: median(reference), p95: percentile(reference, 95) },
    calls: calls.map(({ name }): CallFigure => {
      const p95 = percentile(of(name), 95)
      return {
        name,
        p50: median(of(name)),
        p95,
        cpu: cpu.get(name) ?? Number.NaN,
        ratio: median(of(name)) / median(reference),
        met: p95 <= BARS.p95,
      }
    }),
    deep: calls.flatMap(({ name, deepOf }): DeepFigure[] => {
      if (deepOf === undefined) return []
      const ratio = median(of(name).map((ms, round) => ms / (of(deepOf)[round] ?? Number.NaN)))
      return [{ name, ratio, met: ratio <= BARS.deep }]
    }),
  }
}

/** The effect of a call on the server that serves others meanwhile; the quiet stretch tells what the machine adds. */
async function measureStreams(child: Child<Subject & { port: number }>, asker: Asker, headers: Headers) {
  const { drive } = child.served
  const streams: { name: string; url: string; times: number }[] = [
    { name: 'reference calls', url: REFERENCE.url, times: 500 },
    { name: 'CSV of all results', url: urlOf('getResultCsv', { id: drive }), times: 1 },
    { name: 'CSV of the absent', url: urlOf('getAbsentCsv', { id: drive }), times: 1 },
    { name: 'getStatistics', url: urlOf('getStatistics', { id: drive }), times: 20 },
    {
      name: 'getResults, search everybody',
      url: urlOf('getResults', { id: drive }, { search: 'example' }),
      times: 20,
    },
  ]
  const figures: StreamFigure[] = []
  for (const { name, url, times } of streams) {
    const seen: (Seen & { rows: number; seconds: number })[] = []
    for (let i = 0; i < EXPORTS; i++) {
      await child.ask('watch')
      const begun = performance.now()
      let rows = 0
      for (let n = 0; n < times; n++) rows = (await asker.get(url, headers.admin)).lines
      const seconds = (performance.now() - begun) / 1000
      seen.push({ ...(await child.ask<Seen>('seen')), rows, seconds })
    }
    const middle = (key: keyof Seen | 'seconds'): number => median(seen.map((one) => one[key]))
    const stallMs = middle('stallMs')
    // The first run of an export makes the heap as large as it stays: that growth counts.
    const growthMb = Math.max(...seen.map((one) => one.growthMb))
    figures.push({
      name,
      rows: seen[0]?.rows ?? 0,
      seconds: middle('seconds'),
      stallMs,
      stallP999Ms: middle('stallP999Ms'),
      growthMb,
      met: stallMs <= BARS.stallMs && growthMb <= BARS.growthMb,
    })
  }
  return figures
}
