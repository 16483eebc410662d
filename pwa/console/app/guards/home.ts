import type { SessionView } from '#contract/views/account.ts'
import { urls } from '../../urls.ts'

/** The page on which a role starts. */
export const homeOf = (role: SessionView['role']): string =>
  role === 'Admin' ? urls.home : urls.organizations

/** The page a person wanted before the login came between; the guards note it in the history entry. */
export function wantedUrl(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null
  const { from } = state
  return typeof from === 'string' && from.startsWith('/') && !from.startsWith('//') ? from : null
}
