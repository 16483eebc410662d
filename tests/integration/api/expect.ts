import { expect } from 'vitest'
import { errorStatus } from '#contract/errors.ts'
import type { Answer } from '../../factories/index.ts'

/** A refusal in the one form: JSON with words, a code that fits its status, and the request's id. Never HTML, never a stack. */
export function expectRefusal(answer: Answer, what: string): void {
  expect(answer.status, `${what}: ${answer.text.slice(0, 300)}`).toBeGreaterThanOrEqual(400)
  expect(answer.status, `${what}: ${answer.text.slice(0, 300)}`).toBeLessThan(500)
  expect(answer.headers.get('content-type'), what).toContain('application/json')
  const { message, code, request_id } = answer.failure
  expect(message, what).toMatch(/\S/)
  expect(message, what).not.toMatch(/\bat \S+:\d+|node_modules|SQLITE|Error:/)
  expect(errorStatus[code], `${what}: ${code}`).toBe(answer.status)
  expect(request_id, what).toMatch(/^[\w-]+$/)
}
