import { openDrive } from '../drive.ts'
import { tokenOf } from '../routes.ts'

/** Shorter than anybody sees, and long enough for what the browser has fetched already. */
const MOMENT_MS = 80
/** What the server has put on the page says whose test this is: the waiting form would only take it away again. */
const READING_MS = 5_000

/**
 * The drive of an invitation's page is fetched together with the scripts (api/static.ts), so most often it is here when
 * they run. Then the page is drawn once, with everything on it; where it takes longer, its waiting form comes first.
 * @param hasHead the page came with its head (api/invitationHead.ts)
 */
export async function waitForDrive(path: string, hasHead: boolean): Promise<void> {
  const token = tokenOf(path)
  if (!token) return
  const moment = new Promise((resolve) => setTimeout(resolve, hasHead ? READING_MS : MOMENT_MS))
  await Promise.race([openDrive(token), moment]).catch(() => undefined)
}
