import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DeviceRunner } from '#pwa/runner/deviceRunner.ts'
import type { FromRunner, ToRunner } from '#pwa/runner/protocol.ts'
import { DEFAULT_LIMITS } from '#runtimes/limits.ts'

/** Whose engine is ended when a program has used up its time. */

/** A worker that loads at once and never ends a program. */
class EndlessWorker {
  static readonly all: EndlessWorker[] = []
  isTerminated = false
  onmessage: ((event: { data: FromRunner }) => void) | null = null
  constructor() {
    EndlessWorker.all.push(this)
  }
  postMessage(message: ToRunner): void {
    if (message.type === 'load') queueMicrotask(() => this.onmessage?.({ data: { type: 'ready' } }))
  }
  terminate(): void {
    this.isTerminated = true
  }
}

beforeEach(() => {
  EndlessWorker.all.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('Worker', EndlessWorker)
  vi.stubGlobal('location', new URL('http://here/candidate/ide'))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const endless = { language: 'javascript' as const, source: 'while (true) {}' }

it('ends its own engine, and not the one of the program that followed it', async () => {
  const runner = new DeviceRunner()
  const first = runner.run('1', endless, '', DEFAULT_LIMITS)
  await vi.advanceTimersByTimeAsync(DEFAULT_LIMITS.cpuMs - 100)
  runner.stop()
  const second = runner.run('2', endless, '', DEFAULT_LIMITS)
  await vi.advanceTimersByTimeAsync(1_000)
  expect((await first).outcome).toBe('time_limit')
  expect(EndlessWorker.all.map(({ isTerminated }) => isTerminated)).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(DEFAULT_LIMITS.cpuMs)
  expect((await second).outcome).toBe('time_limit')
  expect(EndlessWorker.all.map(({ isTerminated }) => isTerminated)).toEqual([true, true])
})
