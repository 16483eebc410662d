import { consoleTexts } from '#contract/consoleTexts.ts'
import { CallError } from '#pwa/http/call.ts'

/**
 * The sign-up form's words for a failure: a refusal is 'Invalid Credentials' with the server's reason below. A refusal
 * that names a field stands at the field, and a server that was not reached has refused nothing.
 */
export function signUpRefusal(error: unknown): unknown {
  const isPlain =
    error instanceof CallError && error.kind === 'refused' && Object.keys(error.errors).length === 0
  return isPlain ? new Error(`${consoleTexts.invalidCredentials}\n${error.message}`) : error
}
