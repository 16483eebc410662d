import { afterEach, beforeEach, expect, it } from 'vitest'
import { Commands } from '#pwa/attempt/commands.ts'
import { appendEntries } from '#pwa/attempt/db/append.ts'
import type { LocalDatabase } from '#pwa/attempt/db/schema.ts'
import { DraftBuffer } from '#pwa/attempt/draftBuffer.ts'
import { type Memory, rereadState } from '#pwa/attempt/memory.ts'
import { snapshotOf } from '#pwa/attempt/snapshot.ts'
import { clearChoice } from '#pwa/candidate/exam/mcq/useQuestionWork.ts'
import { ATTEMPT, attemptOf, openMemory, openStorage } from '../../factories/deviceStorage.ts'

/** Taking an answer back, whatever of it is on the disk by then. */

let db: LocalDatabase
let memory: Memory
/** The disk: writes wait for it, one after the other. */
let disk: Promise<unknown>
beforeEach(async () => {
  db = openStorage()
  await db.attempts.add(attemptOf())
  memory = await openMemory(db)
  disk = Promise.resolve()
})
afterEach(() => db.close())

function actor() {
  const append = (entries: Parameters<typeof appendEntries>[2]) => {
    const written = disk.then(async () => {
      await appendEntries(db, ATTEMPT, entries)
      await rereadState(memory, db)
    })
    disk = written
    return written as never
  }
  const commands = new Commands(() => db, memory, { append }, new DraftBuffer(memory))
  return {
    select: (id: number, options: number[]) => commands.choose('mcq_select', id, options),
    saveChoice: (id: number, options: number[]) => commands.choose('mcq_save', id, options),
    getSnapshot: () => snapshotOf(memory.state),
  }
}
const types = async () => (await db.ops.toArray()).map(({ type }) => type)

it('takes back what a slow disk is still saving', async () => {
  const test = actor()
  let work = () => {}
  disk = new Promise<void>((resolve) => {
    work = resolve
  })
  const saving = test.saveChoice(7, [70])
  const cleared = clearChoice(test, 7)
  work()
  await Promise.all([saving, cleared])
  expect(test.getSnapshot().choices[7]).toMatchObject({ selected: [], saved: [] })
})

it('takes back what is saved, and saves nothing where nothing was', async () => {
  const test = actor()
  await test.select(7, [70])
  await clearChoice(test, 7)
  expect(test.getSnapshot().choices[7]).toMatchObject({ selected: [], saved: null })
  await test.saveChoice(7, [71])
  await clearChoice(test, 7)
  expect(test.getSnapshot().choices[7]).toMatchObject({ selected: [], saved: [] })
  expect(await types()).toEqual(['mcq_select', 'mcq_select', 'mcq_save', 'mcq_select', 'mcq_save'])
})
