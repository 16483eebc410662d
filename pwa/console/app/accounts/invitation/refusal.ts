import { consoleTexts } from '#contract/consoleTexts.ts'
import { CallError } from '#pwa/http/call.ts'

/**
 * What the sign-up form says of a failure: a refusal is 'Invalid Credentials' with the server's reason below. What names
 * a field stands at the field, and a server that was not reached has refused nothing.
 */
export function signUpRefusal(fault: unknown): unknown {
  const isPlain =
    fault instanceof CallError && fault.kind === 'refused' && Object.keys(fault.errors).length === 0
  return isPlain ? new Error(`${consoleTexts.invalidCredentials}\n${fault.message}`) : fault
}
