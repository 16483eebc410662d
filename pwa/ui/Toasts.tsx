import { Stack, Toast, Toaster } from '@chakra-ui/react'
import { toaster } from './toaster.ts'

export function Toasts() {
  return (
    <Toaster toaster={toaster}>
      {(toast) => (
        <Toast.Root width={{ base: 'calc(100vw - 2rem)', md: '20rem' }}>
          <Toast.Indicator />
          <Stack gap="1" flex="1">
            <Toast.Title>{toast.title}</Toast.Title>
            {toast.description && <Toast.Description>{toast.description}</Toast.Description>}
          </Stack>
          {toast.closable && <Toast.CloseTrigger aria-label="Close" />}
        </Toast.Root>
      )}
    </Toaster>
  )
}
