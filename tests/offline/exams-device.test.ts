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
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0 Safari/537.36' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('keeps every invariant through 300 seeded exams of the real sender and storage', async () => {
  for (let seed = 1; seed <= 300 * times; seed++) {
    vi.setSystemTime(1_000)
    const rng = new Rng(seed)
    vi.spyOn(Math, 'random').mockImplementation(() => rng.number())
    const server = await servers.next()
    const broken = await playDeviceExam(seed, rng, server, ({ fetch }) => vi.stubGlobal('fetch', fetch))
    expect(broken, `seed ${seed}`).toEqual([])
  }
})
