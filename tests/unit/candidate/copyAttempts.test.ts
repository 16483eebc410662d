import { expect, it } from 'vitest'
import { noteCopyAttempt } from '#pwa/candidate/exam/copyAttempts.ts'

/** How often tries to copy are written into the log. */

it('notes a kind of try once a second, however often it is tried, and each test for itself', () => {
  let now = 0
  const test = () => {
    const notes: string[] = []
    return {
      notes,
      now: () => now,
      signal: async (_type: string, body: { why?: string } = {}) => void notes.push(`${body.why} ${now}`),
    }
  }
  const [one, other] = [test(), test()]
  for (; now < 2_500; now += 30) noteCopyAttempt(one, 'keys')
  noteCopyAttempt(one, 'paste')
  noteCopyAttempt(other, 'keys')
  expect(one.notes).toEqual(['keys 0', 'keys 1020', 'keys 2040', 'paste 2520'])
  expect(other.notes).toEqual(['keys 2520'])
})
