import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router-dom'
import { UiProvider } from '#pwa/ui/UiProvider.tsx'
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
