import { ChakraProvider } from '@chakra-ui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RouterProvider } from 'react-router-dom'
import { system } from '../ui/system.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { queryClient } from './kit/cache/queryClient.ts'
import { router } from './router.tsx'

export function ConsoleApp() {
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
