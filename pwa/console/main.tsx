import '#contract/noEval.ts'
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import '../tokens.css'
import { createRoot } from 'react-dom/client'
import { startColorMode } from '#pwa/ui/colorMode.ts'
import { ConsoleApp } from './ConsoleApp.tsx'
import { forgetOldDrafts } from './kit/drafts/drafts.ts'
import { followSession } from './kit/session/sessionStore.ts'

startColorMode()
followSession()
// The specification switches the browser's menu off on every page of the console.
document.addEventListener('contextmenu', (event) => event.preventDefault())

// A device that keeps nothing has nothing to forget.
forgetOldDrafts().catch(() => {})

const root = document.getElementById('root')
if (!root) throw new Error('console.html has no #root')
createRoot(root).render(<ConsoleApp />)
