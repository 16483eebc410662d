import { afterEach, beforeEach, expect, it } from 'vitest'
import { localDatabase, reopenDatabase } from '#pwa/attempt/db/schema.ts'
import type { Memory } from '#pwa/attempt/memory.ts'
import { restoreIfGone } from '#pwa/attempt/session/restoreIfGone.ts'
import { ATTEMPT, attemptOf, know, openMemory, openStorage } from '../../factories/deviceStorage.ts'

/** The device's storage is deleted under an open test: who keeps it anew, and who does not. */

let memory: Memory
let begun: number

beforeEach(async () => {
  openStorage().close()
  reopenDatabase()
  await localDatabase().attempts.add(attemptOf())
  memory = await openMemory(localDatabase())
  begun = 0
  memory.answer('BEGIN_ANEW', async () => void begun++)
  restoreIfGone(memory)
})
afterEach(() => localDatabase().delete())

const kept = async () => (await localDatabase().attempts.toArray()).map(({ attempt_id }) => attempt_id)

it('leaves a test alone that is there', async () => {
  expect([await memory.request('RESTORE'), begun]).toEqual([false, 0])
})

it.each([
  ['keeps it anew where this tab writes, once for all who ask, and sends what waits from there', true],
  ['leaves it to the tab that writes', false],
])('%s', async (_, isHolder) => {
  know(memory, { isHolder })
  await localDatabase().delete()
  reopenDatabase()
  const asked = await Promise.all([memory.request('RESTORE'), memory.request('RESTORE')])
  expect([asked, await kept(), begun]).toEqual(
    isHolder ? [[true, true], [ATTEMPT], 1] : [[false, false], [], 0],
  )
})
