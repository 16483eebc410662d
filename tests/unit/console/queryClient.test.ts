import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { queryClient, typedInPlace } from '#pwa/console/kit/cache/queryClient.ts'
import { noteReached } from '#pwa/console/kit/cache/reach.ts'
import { CallError } from '#pwa/http/call.ts'

afterEach(() => queryClient.clear())

const key = ['getInstitutes']

/** Whether a list that is shown is read anew once a change failed so. */
async function isReadAnew(error: Error, meta?: Record<string, unknown>): Promise<boolean> {
  queryClient.setQueryData(key, ['of before'])
  const change = new MutationObserver(queryClient, {
    mutationFn: () => Promise.reject(error),
    ...(meta && { meta }),
  })
  await change.mutate().catch(() => {})
  return queryClient.getQueryState(key)?.isInvalidated ?? false
}

it('a list is read anew where what was to be changed is not there any more', async () => {
  expect(await isReadAnew(new CallError('refused', 404, {}))).toBe(true)
})

it('it stays as it is where the change was refused otherwise, the server is away, or something is typed in it', async () => {
  expect(await isReadAnew(new CallError('refused', 409, {}))).toBe(false)
  expect(await isReadAnew(new CallError('network', 0, {}))).toBe(false)
  expect(await isReadAnew(new CallError('refused', 404, {}), typedInPlace)).toBe(false)
})

/** How often a list that is on the screen, and failed so, was asked for once the server was lost and found again. */
async function askedAfter(error: Error): Promise<number> {
  let asked = 0
  const shown = new QueryObserver(queryClient, {
    queryKey: ['getUsers', error.message],
    retry: false,
    queryFn: () => {
      asked++
      return asked === 1 ? Promise.reject(error) : Promise.resolve('rows')
    },
  })
  const failed = new Promise<void>((resolve) => {
    const stop = shown.subscribe(({ isError }) => isError && resolve())
    onTestFinished(stop)
  })
  await failed
  noteReached(false)
  noteReached(true)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  return asked
}

it('a list that failed while the server was away is asked for again once it is back', async () => {
  expect(await askedAfter(new CallError('network', 0, {}))).toBe(2)
})

it('one that the server refused is not: it would be refused again', async () => {
  expect(await askedAfter(new CallError('refused', 404, {}))).toBe(1)
})
