import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DraftBuffer } from '#pwa/attempt/draftBuffer.ts'
import { Memory } from '#pwa/attempt/memory.ts'
import type { ClientState } from '#pwa/attempt/state.ts'

/** Text that is being typed stays known until it is on the disk. */

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A typing whose writes the test lets succeed or fail. */
function open(keep: (text: string) => Promise<void> = async () => {}) {
  const kept: string[] = []
  const held: string[] = []
  let settled = 0
  const memory = new Memory({} as ClientState)
  memory.answer('KEEP_DRAFT', async ({ text }) => {
    await keep(text)
    kept.push(text)
  })
  let told: string[] = []
  memory.on('TYPING_CHANGED', ({ keys }) => {
    told = [...keys]
    if (keys.size === 0) settled++
  })
  memory.on('TEXT_UNHELD', ({ text }) => void held.push(text.text))
  const typing = new DraftBuffer(memory)
  return { typing, kept, held, settled: () => settled, told: () => told }
}
const full = () => Promise.reject(new Error('the disk is full'))

describe('what is typed is kept', () => {
  it('one second after the last key', async () => {
    const { typing, kept, settled, told } = open()
    typing.type(1, 2, 'a')
    expect(told()).toEqual(['code:1:2'])
    await vi.advanceTimersByTimeAsync(999)
    typing.type(1, 2, 'ab')
    await vi.advanceTimersByTimeAsync(999)
    expect(kept).toEqual([])
    expect(typing.isPending('1:2')).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(kept).toEqual(['ab'])
    expect(typing.isPending()).toBe(false)
    expect(settled()).toBe(1)
  })

  it('at the latest every five seconds while the keys do not stop', async () => {
    const { typing, kept } = open()
    for (let key = 1; key <= 60; key++) {
      typing.type(1, 2, `key ${key}`)
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(kept).toEqual(['key 50'])
  })

  it('is held every second meanwhile, the newest of it, and no more once it is kept', async () => {
    const { typing, held } = open()
    for (let key = 1; key <= 35; key++) {
      typing.type(1, 2, `key ${key}`)
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(held).toEqual(['key 10', 'key 20', 'key 30'])
    typing.drop(1, 2, 'key 35')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(held).toHaveLength(3)
  })

  it('no more often where writing takes longer than the next key', async () => {
    const { typing, kept } = open(() => new Promise((resolve) => setTimeout(resolve, 150)))
    for (let key = 1; key <= 160; key++) {
      typing.type(1, 2, `key ${key}`)
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(kept).toEqual(['key 50', 'key 100', 'key 150'])
  })

  it('at once when the page goes: each text of each problem', async () => {
    const { typing, kept } = open()
    typing.type(1, 2, 'one')
    typing.type(3, 2, 'three')
    await typing.flush()
    expect(kept).toEqual(['one', 'three'])
    expect(typing.isPending()).toBe(false)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(kept).toHaveLength(2)
  })
})

describe('a write that fails', () => {
  it('leaves the text pending and is tried again until it succeeds', async () => {
    let fails = 2
    const tries: string[] = []
    const { typing, kept, settled } = open(async (text) => {
      tries.push(text)
      if (fails-- > 0) await full()
    })
    typing.type(1, 2, 'a')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(tries).toHaveLength(1)
    expect(typing.isPending('1:2')).toBe(true)
    expect(typing.waiting()).toMatchObject([{ problemId: 1, languageId: 2, text: 'a' }])
    expect(settled()).toBe(0)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(tries).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(kept).toEqual(['a'])
    expect(typing.isPending()).toBe(false)
  })

  it('of one text does not keep the others from the disk', async () => {
    const { typing, kept } = open((text) => (text === 'one' ? full() : Promise.resolve()))
    typing.type(1, 2, 'one')
    typing.type(3, 2, 'three')
    await typing.flush()
    expect(kept).toEqual(['three'])
    expect(typing.isPending('1:2')).toBe(true)
    expect(typing.isPending('3:2')).toBe(false)
  })

  it('does not bring back the older text over one that was typed meanwhile', async () => {
    let fails = 1
    const { typing, kept } = open(() => (fails-- > 0 ? full() : Promise.resolve()))
    typing.type(1, 2, 'older')
    await vi.advanceTimersByTimeAsync(1_000)
    typing.type(1, 2, 'newer')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(kept).toEqual(['newer'])
  })
})

describe('text typed while another is being written', () => {
  it('stays pending and is kept after it', async () => {
    let finish = () => {}
    const slow = () => new Promise<void>((resolve) => (finish = resolve))
    const { typing, kept } = open((text) => (text === 'first' ? slow() : Promise.resolve()))
    typing.type(1, 2, 'first')
    await vi.advanceTimersByTimeAsync(1_000)
    typing.type(1, 2, 'second')
    finish()
    await vi.advanceTimersByTimeAsync(0)
    expect(kept).toEqual(['first'])
    expect(typing.isPending('1:2')).toBe(true)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(kept).toEqual(['first', 'second'])
  })

  it('is not forgotten by settling what was written with something else', async () => {
    const { typing, kept } = open()
    typing.type(1, 2, 'old')
    typing.type(3, 2, 'other')
    const written = typing.waiting()
    typing.type(1, 2, 'new')
    typing.markSaved(written)
    expect(typing.waiting()).toMatchObject([{ problemId: 1, text: 'new' }])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(kept).toEqual(['new'])
  })
})
