import { indexedDB } from 'fake-indexeddb'
import { afterEach, expect, it, vi } from 'vitest'
import { checkStorage } from '#pwa/candidate/welcome/checks/storage.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function storageThat(persist: () => Promise<boolean>): void {
  vi.stubGlobal('indexedDB', indexedDB)
  vi.stubGlobal('navigator', {
    storage: { persisted: async () => false, persist, estimate: async () => ({ quota: 1e9, usage: 0 }) },
  })
}

it('is ready where the browser decides by itself', async () => {
  storageThat(async () => true)
  expect(await checkStorage()).toMatchObject({ state: 'ready', detail: 'Saving works, 1 GB free.' })
})

it('says that the browser asks, and does not wait for the answer', async () => {
  storageThat(() => new Promise(() => {}))
  const { state, detail } = await checkStorage(5)
  expect(state).toBe('slower')
  expect(detail).toMatch(/Allow what the browser asks, then check again\.$/)
})
