import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { dropDraft, keepDraft, keptDrafts } from '#pwa/console/kit/drafts/drafts.ts'
import { openCallBeside } from '#pwa/console/kit/drafts/openCall.ts'

const beside = (userId: number, name: string) => openCallBeside(userId, async () => name)

test('the open call of a form stands beside its draft, of that person and that form alone', async () => {
  const open = { content: 'typed', key: 'k', at: 1 }
  await beside(1, 'new').write(open)
  await keepDraft(1, 'new', 'typed')
  // The draft goes once what is typed is what stands there; the call goes with its answer.
  await dropDraft(1, 'new')
  expect(await beside(1, 'new').read()).toEqual(open)
  expect([await beside(2, 'new').read(), await beside(1, 'edit 4').read()]).toEqual([null, null])
  expect(await keptDrafts(1, 'new')).toEqual([])
  await beside(1, 'new').write(null)
  expect(await beside(1, 'new').read()).toBeNull()
})

test('a form without a draft keeps none', async () => {
  const without = openCallBeside(1, () => undefined)
  await without.write({ content: 'typed', key: 'k', at: 1 })
  expect(await without.read()).toBeNull()
})
