import { CallError } from '#pwa/http/call.ts'
import { openDrive } from './drive.ts'

/**
 * Whether a test cannot be begun because its drive was moved or ended while the candidate was on the way: the welcome
 * screen says so, with the newest dates.
 * @param fault what the start was refused with
 */
export async function isDriveMoved(token: string, error: unknown): Promise<boolean> {
  const isMoved = error instanceof CallError && (error.code === 'test_over' || error.code === 'not_started')
  // If it cannot be asked again, the screen asks by itself.
  if (isMoved) await openDrive(token, true).catch(() => undefined)
  return isMoved
}
