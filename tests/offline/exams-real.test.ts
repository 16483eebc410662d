import { afterAll, beforeAll, expect, it } from 'vitest'
import { playExam } from './simulator/exam.ts'
import { times } from './simulator/many.ts'
import { openRealServers, type RealServers } from './simulator/realServer.ts'

let servers: RealServers

beforeAll(async () => {
  servers = await openRealServers()
})
afterAll(() => servers.close())

const EXAMS = 1_000 * times

it(`keeps every invariant through ${EXAMS} seeded exams against the real apply on SQLite`, async () => {
  for (let seed = 1; seed <= EXAMS; seed++) {
    const broken = await playExam({ seed, server: await servers.next() })
    expect(broken, `seed ${seed}`).toEqual([])
  }
})
