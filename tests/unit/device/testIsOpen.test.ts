import Dexie from 'dexie'
import { IDBKeyRange, indexedDB } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { UPLOAD_WINDOW_MS } from '#contract/constants.ts'
import type { LocalDatabase } from '#pwa/attempt/db/schema.ts'
import { testIsOpen } from '#pwa/attempt/db/testIsOpen.ts'
import { attemptOf, grantOf, openStorage } from '../../factories/deviceStorage.ts'

/** A new version of the pages stays away while a test is open on the device, and no longer. */

const deadline = Date.parse(grantOf().deadline_at)
const during = deadline - 60_000
let db: LocalDatabase

beforeEach(async () => {
  db = openStorage('holdfast')
  await db.attempts.add(attemptOf(grantOf()))
})
afterEach(() => db.delete())

it('a begun test is open, also where its page is closed', async () => {
  expect(await testIsOpen(during)).toBe(true)
  db.close()
  expect(await testIsOpen(during)).toBe(true)
})

it('its last day to send ends it, whether or not anybody came back', async () => {
  expect(await testIsOpen(deadline + UPLOAD_WINDOW_MS - 1)).toBe(true)
  expect(await testIsOpen(deadline + UPLOAD_WINDOW_MS)).toBe(false)
})

it.each([
  ['finished here', { finished_at: during }],
  ['ended by the server', { state: 'finished' as const }],
])('one that is %s is not open', async (_what, change) => {
  await db.attempts.update('attempt', change)
  expect(await testIsOpen(during)).toBe(false)
})

it('where nothing was begun nothing is open, and no database is made', async () => {
  await db.delete()
  expect(await testIsOpen(during)).toBe(false)
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('holdfast')
})

it('a database that cannot be opened or read may hold one', async () => {
  const opening = vi
    .spyOn(Dexie.prototype, 'open')
    .mockRejectedValueOnce(new Dexie.UnknownError('Internal error opening backing store'))
  expect(await testIsOpen(during)).toBe(true)
  opening.mockRestore()
  const reading = vi.spyOn(Dexie.prototype, 'table').mockImplementationOnce(() => {
    throw new Dexie.DatabaseClosedError('The browser closed it')
  })
  expect(await testIsOpen(during)).toBe(true)
  reading.mockRestore()
})

it('looks without changing the shape of the database, and without taking it from the page', async () => {
  db.close()
  const older = new Dexie('holdfast', { indexedDB, IDBKeyRange })
  older.version(7).stores({ attempts: 'attempt_id' })
  await older.open()
  let closed = false
  older.on('versionchange', () => {
    closed = true
  })
  expect(await testIsOpen(during)).toBe(true)
  expect(closed).toBe(false)
  expect(older.isOpen()).toBe(true)
  older.close()
})
