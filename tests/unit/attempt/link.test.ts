import { expect, test } from 'vitest'
import { linkHolds } from '#machines/attempt/time.ts'

test.each([
  ['a drive’s', { link_expires_at: null, started_at: null }, 1_000, true],
  ['an assessment’s, the moment before', { link_expires_at: 1_000, started_at: null }, 999, true],
  ['at its end', { link_expires_at: 1_000, started_at: null }, 1_000, false],
  ['of a test that was begun', { link_expires_at: 1_000, started_at: 999 }, 5_000, true],
])('%s link', (_what, attempt, now, holds) => expect(linkHolds(attempt, now)).toBe(holds))
