import '@fontsource-variable/inter/index.css'
import '../tokens.css'
import './base.css'
import { createRoot } from 'react-dom/client'
import type { Screen } from '#machines/attempt/flow.ts'
import { sendLeftovers } from '#pwa/attempt/session/leftovers.ts'
import { registerWorker } from '#pwa/candidate/registerWorker.ts'
import { CandidateApp } from './CandidateApp.tsx'
import { openDrive } from './drive.ts'
import { waitForTest } from './exam/ahead.ts'
import { screenOf, tokenOf } from './routes.ts'
import { listenForInstall } from './shell/install.ts'
import { startTheme } from './theme.ts'
import { loadBefore } from './welcome/ahead.ts'

/** Shorter than anybody sees, and long enough for what the browser has fetched already. */
const MOMENT_MS = 80
/**
 * The head that the server has put on the page says whose test this is: the waiting form would only take it away again.
 */
const READING_MS = 5_000

/**
 * The drive of an invitation's page is fetched together with the scripts (api/static.ts), so most often it is here when
 * they run. Then the page is drawn once, with everything on it; where it takes longer, its waiting form comes first.
 * @param hasHead the page came with its head (api/invitationHead.ts)
 */
async function waitForDrive(path: string, hasHead: boolean): Promise<void> {
  const token = tokenOf(path)
  if (!token) return
  const moment = new Promise((resolve) => setTimeout(resolve, hasHead ? READING_MS : MOMENT_MS))
  await Promise.race([openDrive(token), moment]).catch(() => undefined)
}

startTheme()
listenForInstall()

const root = document.getElementById('root')
if (!root) throw new Error('candidate.html has no #root')
const draw = () => createRoot(root).render(<CandidateApp />)
const isOn = (screen: Screen) => screenOf(location.pathname) === screen
if (isOn('welcome')) void loadBefore()
const ready = isOn('test') ? waitForTest() : waitForDrive(location.pathname, root.childElementCount > 0)
ready.then(draw)
// Nothing is lost by it on the page of an invitation, and the test it leads to is all of one version.
registerWorker(() => {
  if (isOn('welcome')) location.reload()
})
sendLeftovers()
