import { expect, it, vi } from 'vitest'
import { retryableImport } from '#pwa/candidate/ui/lazyPart.tsx'

/** Parts of the page that are loaded apart, over a line that fails. */

it('asks anew for what could not be had, and no more once it is here', async () => {
  const load = vi
    .fn<() => Promise<{ default: string }>>()
    .mockRejectedValueOnce(new TypeError('no network'))
    .mockResolvedValueOnce({ default: 'the part' })
  const { had, ask } = retryableImport(load)
  await expect(ask()).rejects.toThrow('no network')
  expect(had()).toBeUndefined()
  expect(await ask()).toBe('the part')
  expect(had()).toBe('the part')
  expect(await ask()).toBe('the part')
  expect(load).toHaveBeenCalledTimes(2)
})
