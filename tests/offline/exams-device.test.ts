import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { playDeviceExam } from './simulator/deviceExam.ts'
import { times } from './simulator/many.ts'
import { openRealServers, type RealServers } from './simulator/realServer.ts'
import { Rng } from './simulator/rng.ts'

let servers: RealServers

beforeAll(async () => {
  servers = await openRealServers()
})
afterAll(() => servers.close())

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  // A call's time runs out by the same clock.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const over = new AbortController()
    setTimeout(() => over.abort(), ms)
    return over.signal
  })
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0 Safari/537.36' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const EXAMS = 200 * times

it(`keeps every invariant through ${EXAMS} seeded exams of the real sender and storage`, async () => {
  for (let seed = 1; seed <= EXAMS; seed++) {
    vi.setSystemTime(1_000)
    const rng = new Rng(seed)
    vi.spyOn(Math, 'random').mockImplementation(() => rng.number())
    const server = await servers.next()
    const broken = await playDeviceExam(seed, rng, server, ({ fetch }) => vi.stubGlobal('fetch', fetch))
    expect(broken, `seed ${seed}`).toEqual([])
  }
})
