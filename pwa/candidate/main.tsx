import '@fontsource-variable/inter/index.css'
import '../tokens.css'
import './base.css'
import { createRoot } from 'react-dom/client'
import type { Screen } from '#machines/attempt/flow.ts'
import { sendLeftovers } from '#pwa/attempt/session/leftovers.ts'
import { registerWorker } from '#pwa/candidate/registerWorker.ts'
import { CandidateApp } from './CandidateApp.tsx'
import { waitForTest } from './exam/ahead.ts'
import { screenOf } from './routes.ts'
import { listenForInstall } from './shell/install.ts'
import { startTheme } from './theme.ts'
import { loadBefore } from './welcome/ahead.ts'
import { waitForDrive } from './welcome/waitForDrive.ts'

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
