import { MutationObserver } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { queryClient, typedInPlace } from '#pwa/console/http/queryClient.ts'
import { CallError } from '#pwa/http/call.ts'

afterEach(() => queryClient.clear())

const key = ['getInstitutes']

/** Whether a list that is shown is read anew once a change failed so. */
async function isReadAnew(fault: Error, meta?: Record<string, unknown>): Promise<boolean> {
  queryClient.setQueryData(key, ['of before'])
  const change = new MutationObserver(queryClient, {
    mutationFn: () => Promise.reject(fault),
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
