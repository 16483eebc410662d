import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import { forgetOldDrafts, keepDraft, readDraft } from '#pwa/console/kit/drafts/drafts.ts'

const DAY_MS = 86_400_000

it('a draft waits thirty days for whoever wrote it, and then is forgotten, whoever opens the console', async () => {
  vi.useFakeTimers({ now: 1_000, toFake: ['Date'] })
  try {
    await keepDraft(1, 'invite:7', { emails: 'ana@people.example' })
    vi.setSystemTime(2 * DAY_MS)
    await keepDraft(2, 'drive:new', { name: 'Autumn' })
    vi.setSystemTime(30 * DAY_MS)
    await forgetOldDrafts()
    expect(await readDraft(1, 'invite:7')).toMatchObject({ value: { emails: 'ana@people.example' } })
    vi.setSystemTime(31 * DAY_MS)
    await forgetOldDrafts()
    expect(await readDraft(1, 'invite:7')).toBeNull()
    expect(await readDraft(2, 'drive:new')).toMatchObject({ value: { name: 'Autumn' } })
  } finally {
    vi.useRealTimers()
  }
})
