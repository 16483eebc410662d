import { afterEach, expect, it, vi } from 'vitest'
import { isEngineHere } from '#pwa/runner/engineFiles.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['is there where the worker keeps it', {}, {}, true],
  ['is not there where a worker keeps none', {}, undefined, false],
  ['may be there where no worker keeps any: only trying tells', null, undefined, true],
])('an engine %s', async (_what, controller, found, isHere) => {
  vi.stubGlobal('caches', { match: async () => found })
  vi.stubGlobal('navigator', { serviceWorker: { controller } })
  expect(await isEngineHere('python')).toBe(isHere)
})
