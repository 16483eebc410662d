import '#contract/noEval.ts'
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import '../tokens.css'
import { ChakraProvider } from '@chakra-ui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { startColorMode } from '#pwa/ui/colorMode.ts'
import { system } from '../ui/system.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { queryClient } from './kit/cache/queryClient.ts'
import { forgetOldDrafts } from './kit/drafts/drafts.ts'
import { followSession } from './kit/session/sessionStore.ts'
import { router } from './router.tsx'

function ConsoleApp() {
  return (
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </UiProvider>
  )
}

function UiProvider({ children }: { children: ReactNode }) {
  return (
    <ChakraProvider value={system}>
      {children}
      <Toasts />
    </ChakraProvider>
  )
}

startColorMode()
followSession()
// The specification switches the browser's menu off on every page of the console.
document.addEventListener('contextmenu', (event) => event.preventDefault())

// A device that keeps nothing has nothing to forget.
forgetOldDrafts().catch(() => {})

const root = document.getElementById('root')
if (!root) throw new Error('console.html has no #root')
createRoot(root).render(<ConsoleApp />)
