import { texts } from '#contract/texts.ts'

export interface LoginFields {
  email: string
  password: string
}
export type LoginFaults = Partial<Record<keyof LoginFields, string>>

const EMAIL_INVALID = 'Email must be a valid email'
const PASSWORD_LENGTH = 6

/** What is wrong with what was typed, in the specification's words. */
export function checkLogin({ email, password }: LoginFields): LoginFaults {
  const faults: LoginFaults = {}
  const address = email.trim()
  if (!address) faults.email = texts.emailRequired
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) faults.email = EMAIL_INVALID
  if (password.length < PASSWORD_LENGTH) faults.password = texts.passwordTooShort
  return faults
}
