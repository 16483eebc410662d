import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { type AbsentList, selectingAll } from '#pwa/console/results/candidates/useSelectAll.ts'
import type { CallInput } from '#pwa/http/call.ts'

const list: AbsentList = { id: '1', search: 'ada', isAbsent: true }

/** Asks for all of a list, and looks at `then` before the answer is there. */
async function selectedWith(then: AbsentList) {
  const asked: CallInput<'getAbsentIds'>[] = []
  let answer = () => {}
  const asking = async (_name: string, input: CallInput<'getAbsentIds'>) => {
    asked.push(input)
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return { data: { ids: [4, 7], total: 2 }, headers: new Headers() }
  }
  const selected: number[][] = []
  const of = (shown: AbsentList) => selectingAll(asking, shown, (ids) => selected.push([...ids]))
  // As a page does it: each time it is drawn its options are those of what it shows.
  const page = new MutationObserver(new QueryClient(), of(list))
  const done = page.mutate(list)
  await expect.poll(() => asked.length).toBe(1)
  page.setOptions(of(then))
  answer()
  await done
  return { asked, selected }
}

it('all of the list that is looked at are selected, and none that its search does not find', async () => {
  const { asked, selected } = await selectedWith({ ...list })
  expect(asked).toEqual([{ params: { driveId: '1' }, query: { search: 'ada' } }])
  expect(selected).toEqual([[4, 7]])
})

it.each<[string, Partial<AbsentList>]>([
  ['of another drive', { id: '2' }],
  ['searched for something else', { search: 'bram' }],
  ['of all candidates', { isAbsent: false }],
])('an answer that comes once the list is one %s selects nobody there', async (_, change) => {
  expect((await selectedWith({ ...list, ...change })).selected).toEqual([])
})
