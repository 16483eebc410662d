import { IDBDatabase, indexedDB } from 'fake-indexeddb'
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

it('is ready where the browser decides by itself, and says whether the data are kept to the end', async () => {
  storageThat(async () => true)
  const kept = await checkStorage()
  expect(kept.state).toBe('ready')
  expect(kept.detail).toMatch(/^Strict write in .*, kept to the end\.$/)
  storageThat(async () => false)
  const notKept = await checkStorage()
  expect(notKept.state).toBe('ready')
  expect(notKept.detail).not.toContain('kept to the end')
})

it('says that the browser asks, and does not wait for the answer', async () => {
  storageThat(() => new Promise(() => {}))
  const { state, detail } = await checkStorage(5)
  expect(state).toBe('slower')
  expect(detail).toMatch(/Allow what the browser asks, then check again\.$/)
})

it('calls no write strict of a browser that knows no such writes', async () => {
  storageThat(async () => true)
  const { transaction } = IDBDatabase.prototype
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
    return Object.defineProperty(transaction.apply(this, given), 'durability', { value: undefined })
  })
  expect((await checkStorage()).detail).toMatch(/^Write in /)
})
