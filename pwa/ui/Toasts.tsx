import { Toast, Toaster } from '@chakra-ui/react'
import { toaster } from './toaster.ts'

export function Toasts() {
  return (
    <Toaster toaster={toaster}>
      {(toast) => (
        <Toast.Root width={{ base: 'calc(100vw - 2rem)', md: '20rem' }}>
          <Toast.Indicator />
          <Toast.Title flex="1">{toast.title}</Toast.Title>
          {toast.closable && <Toast.CloseTrigger aria-label="Close" />}
        </Toast.Root>
      )}
    </Toaster>
  )
}
