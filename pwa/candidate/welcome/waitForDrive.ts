import { matchPath } from 'react-router-dom'
import { openDrive } from '../drive.ts'
import { routes } from '../routes.ts'

/** Shorter than anybody sees, and long enough for what the browser has fetched already. */
const MOMENT_MS = 80

/**
 * The drive of an invitation's page is fetched together with the scripts (api/static.ts), so most often it is here when
 * they run. Then the page is drawn once, with everything on it; where it takes longer, its waiting form comes first.
 */
export async function waitForDrive(path: string): Promise<void> {
  const token = matchPath(routes.overview, path)?.params.id
  if (!token) return
  const moment = new Promise((resolve) => setTimeout(resolve, MOMENT_MS))
  await Promise.race([openDrive(token), moment]).catch(() => undefined)
}
