import '@fontsource-variable/inter/index.css'
import '../tokens.css'
import './base.css'
import { createRoot } from 'react-dom/client'
import { matchPath } from 'react-router-dom'
import { sendLeftovers } from '#pwa/attempt/session/leftovers.ts'
import { registerWorker } from '#pwa/candidate/registerWorker.ts'
import { App } from './App.tsx'
import { routes } from './routes.ts'
import { listenForInstall } from './shell/install.ts'
import { waitForTest } from './test/ahead.ts'
import { startTheme } from './theme.ts'
import { loadBefore } from './welcome/ahead.ts'
import { waitForDrive } from './welcome/waitForDrive.ts'

startTheme()
listenForInstall()

const root = document.getElementById('root')
if (!root) throw new Error('candidate.html has no #root')
const draw = () => createRoot(root).render(<App />)
if (matchPath(routes.overview, location.pathname)) void loadBefore()
const ready = matchPath(routes.test, location.pathname)
  ? waitForTest()
  : waitForDrive(location.pathname, root.childElementCount > 0)
ready.then(draw)
// Nothing is lost by it on the page of an invitation, and the test it leads to is all of one version.
registerWorker(() => {
  if (matchPath(routes.overview, location.pathname)) location.reload()
})
sendLeftovers()
