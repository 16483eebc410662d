import { expect, test } from 'vitest'
import { signUpRefusal } from '#pwa/console/app/accounts/invitation/SignUpForm.tsx'
import { CallError } from '#pwa/http/call.ts'

test("Signup failure: 'Invalid Credentials', with the server's reason", () => {
  const refused = new CallError('refused', 409, { message: 'There is an account already.' })
  expect((signUpRefusal(refused) as Error).message).toBe('Invalid Credentials\nThere is an account already.')
})

test('an error of a field, or of the line, stays what it is', () => {
  const ofField = new CallError('refused', 422, { message: 'x', errors: { email: ['Email is required!'] } })
  const ofLine = new CallError('network', 0, {})
  expect(signUpRefusal(ofField)).toBe(ofField)
  expect(signUpRefusal(ofLine)).toBe(ofLine)
})
