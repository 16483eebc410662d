import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { ResultPage, ResultRow } from '#contract/views/admin.ts'
import type { RequestFor } from '#pwa/console/kit/http/request.ts'
import { canUndo, changeShortlist } from '#pwa/console/results/results/useShortlist.ts'

/** Ticks of the shortlist, on a server whose answers wait until they are told to come. */

const rowOf = (token: string): ResultRow => ({
  token,
  candidate_id: 1,
  first_name: token,
  last_name: null,
  email: `${token}@x.example`,
  score: 5,
  score_claimed: null,
  total_marks: 10,
  time_taken: '00:01:00',
  is_selected: false,
  is_fraud: false,
  test_end_reason: null,
  judging: 0,
})

const keyOf = (query: object) => ['getResults', { id: '3' }, query]
const everybody = keyOf({ page: 1 })
const shortlisted = keyOf({ page: 1, shortlisted: true })

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function openPage() {
  const server = new Set<string>()
  const rows = ['ann', 'bob'].map(rowOf)
  const pageOf = (results: ResultRow[]): ResultPage => ({
    drive_name: 'Spring',
    total_selected_candidates: server.size,
    absent_candidates_count: 0,
    drive_total_marks: 10,
    results: results.map((row) => ({ ...row, is_selected: server.has(row.token) })),
    total: results.length,
    page: 1,
    pages: 1,
  })
  const client = new QueryClient()
  client.setQueryData(everybody, pageOf(rows))
  client.setQueryData(shortlisted, pageOf([]))
  const look = new QueryObserver(client, {
    queryKey: everybody,
    queryFn: () => pageOf(rows),
    staleTime: 10_000,
  })
  stops.push(
    look.subscribe(() => {}),
    () => client.clear(),
  )
  /** The requests that have no answer yet, by whom they are about. */
  const held: { token: string; answer: () => void; refuse: () => void }[] = []
  const refused: string[] = []
  const request: RequestFor<'putShortlist'> = (_call, { body: { token, is_selected } }) => {
    return new Promise((resolve, reject) => {
      held.push({
        token,
        answer: () => {
          if (is_selected) server.add(token)
          else server.delete(token)
          resolve({
            data: { token, is_selected, total_selected_candidates: server.size },
            headers: new Headers(),
          })
        },
        refuse: () => reject(new Error('Busy')),
      })
    })
  }
  const tick = (token: string, is_selected: boolean) =>
    changeShortlist(
      { client, request, driveId: '3', onDone: () => {}, onRefused: ({ message }) => refused.push(message) },
      { row: { ...rowOf(token), is_selected: !is_selected }, is_selected },
    )
  const shown = () => {
    const page = client.getQueryData<ResultPage>(everybody)
    return {
      ticked: page?.results.filter((row) => row.is_selected).map((row) => row.token),
      count: page?.total_selected_candidates,
    }
  }
  return { server, client, held, refused, tick, shown }
}

/** Until so many calls wait for an answer. */
const waiting = (held: readonly unknown[], calls: number) =>
  vi.waitFor(() => expect(held).toHaveLength(calls))

test('a tick taken back before its answer is sent after it, and screen and server agree', async () => {
  const { server, held, tick, shown } = openPage()
  const done = [tick('ann', true), tick('ann', false)]
  await waiting(held, 1)
  await vi.waitFor(() => expect(shown()).toEqual({ ticked: [], count: 0 }))
  held[0]?.answer()
  await waiting(held, 2)
  held[1]?.answer()
  await Promise.all(done)
  expect([...server]).toEqual([])
  expect(shown()).toEqual({ ticked: [], count: 0 })
})

test('who is off it already is not counted off again', async () => {
  const { held, tick, shown } = openPage()
  const done = [tick('bob', true), tick('ann', false)]
  await waiting(held, 2)
  await vi.waitFor(() => expect(shown()).toEqual({ ticked: ['bob'], count: 1 }))
  for (const one of held) one.answer()
  await Promise.all(done)
})

test('another candidate does not wait for it', async () => {
  const { held, tick, shown } = openPage()
  const done = [tick('ann', true), tick('bob', true)]
  await waiting(held, 2)
  for (const one of held) one.answer()
  await Promise.all(done)
  expect(shown()).toEqual({ ticked: ['ann', 'bob'], count: 2 })
})

test('what is refused puts back its own row alone, and not where that was changed again', async () => {
  const { held, refused, tick, shown } = openPage()
  const done = [tick('ann', true), tick('bob', true), tick('ann', false), tick('ann', true)]
  await waiting(held, 2)
  await vi.waitFor(() => expect(shown()).toEqual({ ticked: ['ann', 'bob'], count: 2 }))
  held.find(({ token }) => token === 'ann')?.refuse()
  await waiting(held, 3)
  expect(shown()).toEqual({ ticked: ['ann', 'bob'], count: 2 })
  held[2]?.answer()
  await waiting(held, 4)
  held[3]?.refuse()
  await vi.waitFor(() => expect(shown()).toEqual({ ticked: ['bob'], count: 1 }))
  held.find(({ token }) => token === 'bob')?.answer()
  await Promise.all(done)
  expect(refused).toEqual(['Busy', 'Busy'])
})

test('once none is on its way the results are read anew', async () => {
  const { server, held, tick, shown } = openPage()
  const done = [tick('ann', true), tick('bob', true)]
  await waiting(held, 2)
  held.find(({ token }) => token === 'ann')?.answer()
  await done[0]
  // A colleague took her off again.
  server.delete('ann')
  expect(shown()).toEqual({ ticked: ['ann', 'bob'], count: 2 })
  held.find(({ token }) => token === 'bob')?.answer()
  await vi.waitFor(() => expect(shown()).toEqual({ ticked: ['bob'], count: 1 }))
})

test('the list of the shortlisted that was looked at before is not shown again', async () => {
  const { client, held, tick } = openPage()
  const done = tick('ann', true)
  await waiting(held, 1)
  held[0]?.answer()
  await done
  expect(client.getQueryData(shortlisted)).toBeUndefined()
  expect(client.getQueryData(everybody)).toBeDefined()
})

test.each([
  ['put on it', 5, true, true],
  ['taken off it', 5, false, true],
  ['taken off it without a score', null, false, false],
])('a candidate who was %s can be taken back or not', (_, score, is_selected, can) => {
  expect(canUndo({ row: { ...rowOf('ann'), score }, is_selected })).toBe(can)
})
