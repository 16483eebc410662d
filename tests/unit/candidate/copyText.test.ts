import { afterEach, expect, it, vi } from 'vitest'
import { copyText } from '#pwa/candidate/copyText.ts'

/** A button that copies always comes to an answer. */

afterEach(() => void vi.unstubAllGlobals())

it('is refused in a promise where the browser has no clipboard, as over plain http', async () => {
  vi.stubGlobal('navigator', {})
  await expect(copyText('a receipt code')).rejects.toThrow(TypeError)
})
