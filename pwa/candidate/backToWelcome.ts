import { generatePath } from 'react-router-dom'
import { CallError } from '#pwa/http/call.ts'
import { openDrive } from './drive.ts'
import { routes } from './routes.ts'

/**
 * Where to go when a test cannot be begun, because its drive was moved or ended while the candidate was on the way: the
 * welcome screen says so, with the newest dates. Null where the fault is another.
 */
export async function backToWelcome(token: string | null, fault: unknown): Promise<string | null> {
  const isMoved = fault instanceof CallError && (fault.code === 'test_over' || fault.code === 'not_started')
  if (!isMoved || token === null) return null
  // Where it cannot be asked again, the screen asks by itself.
  await openDrive(token, true).catch(() => undefined)
  return generatePath(routes.overview, { id: token })
}
