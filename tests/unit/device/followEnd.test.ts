import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Memory } from '#pwa/attempt/memory.ts'
import { followEnd } from '#pwa/attempt/session/followEnd.ts'
import { readSession, takeSession } from '#pwa/attempt/session/store.ts'
import { attemptOf, know, openMemory, openStorage } from '../../factories/deviceStorage.ts'

/** The fate of the browser's session as its test ends. */

let memory: Memory
let reloads: number

beforeEach(async () => {
  for (const name of ['localStorage', 'sessionStorage']) {
    const values = new Map<string, string>()
    vi.stubGlobal(name, {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
      removeItem: (key: string) => void values.delete(key),
    })
  }
  reloads = 0
  vi.stubGlobal('location', { reload: () => void reloads++ })
  const db = openStorage()
  await db.attempts.add(attemptOf())
  memory = await openMemory(db)
  db.close()
  takeSession({ ...memory.state.attempt })
  followEnd(memory)
})
afterEach(() => void vi.unstubAllGlobals())

const isFinished = () => readSession()?.isFinished

it('is one of a test that is over once the finish is kept', () => {
  expect(isFinished()).toBe(false)
  memory.send({ type: 'FINISH_KEPT' })
  expect(isFinished()).toBe(true)
})

it('or once the server says so, and not while it runs', () => {
  memory.send({ type: 'SERVER_HEARD' })
  expect(isFinished()).toBe(false)
  know(memory, { attempt: { ...memory.state.attempt, state: 'final' } })
  memory.send({ type: 'SERVER_HEARD' })
  expect(isFinished()).toBe(true)
})

it('is none once the device has forgotten the test', () => {
  memory.send({ type: 'TEST_FORGOTTEN' })
  expect(readSession()).toBeNull()
})

it('brings the page anew that knows too little of the end', () => {
  memory.send({ type: 'TEST_GONE' })
  memory.send({ type: 'TEST_IS_BACK' })
  expect(reloads).toBe(2)
})
