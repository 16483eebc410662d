import { afterAll, beforeAll, expect, it } from 'vitest'
import { playExam } from './simulator/exam.ts'
import { times } from './simulator/many.ts'
import { openRealServers, type RealServers } from './simulator/realServer.ts'

let servers: RealServers

beforeAll(async () => {
  servers = await openRealServers()
})
afterAll(() => servers.close())

it('keeps every invariant through 1,000 seeded exams against the real apply on SQLite', async () => {
  for (let seed = 1; seed <= 1_000 * times; seed++) {
    const broken = await playExam({ seed, server: await servers.next() })
    expect(broken, `seed ${seed}`).toEqual([])
  }
})
