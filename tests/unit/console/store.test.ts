import { afterEach, expect, test, vi } from 'vitest'
import { createStore, keepChoice, readChoice } from '#pwa/ui/store.ts'

afterEach(() => vi.unstubAllGlobals())

test('a store begins when it is read first, and tells of what is another value', () => {
  const begin = vi.fn(() => 'light')
  const store = createStore(begin)
  const told: string[] = []
  const leave = store.subscribe(() => told.push(store.get()))
  expect(begin).not.toHaveBeenCalled()
  store.set('light')
  store.set('dark')
  store.set('dark')
  expect(told).toEqual(['dark'])
  expect(begin).toHaveBeenCalledTimes(1)
  leave()
  store.set('light')
  expect(told).toEqual(['dark'])
  expect(store.get()).toBe('light')
})

test('a choice is read back where it is one that is offered', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  expect(readChoice('theme', ['light', 'dark'])).toBeNull()
  keepChoice('theme', 'dark')
  expect(readChoice('theme', ['light', 'dark'])).toBe('dark')
  expect(readChoice('theme', ['wide', 'rail'])).toBeNull()
})

test('where storage is blocked nothing was chosen, and choosing fails nobody', () => {
  const blocked = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked })
  expect(() => keepChoice('theme', 'dark')).not.toThrow()
  expect(readChoice('theme', ['light', 'dark'])).toBeNull()
})
