import { Stack, Toast, Toaster } from '@chakra-ui/react'
import { toaster } from './toaster.ts'

/** The colour of each kind's sign, on the dark ground they share; a person who sees no colour still has the signs. */
const signs: Readonly<Record<string, string>> = {
  success: 'deep.accent',
  warning: '#f0b95b',
  error: '#ff9d8f',
}

/** The messages said in passing, small and dark in both themes, like the bar over chosen rows. */
export function Toasts() {
  return (
    <Toaster toaster={toaster} data-screen-only>
      {(toast) => (
        <Toast.Root
          width={{ base: 'calc(100vw - 2rem)', md: '20rem' }}
          py="2.5"
          ps="3"
          gap="2.5"
          borderWidth="1px"
          borderRadius="l3"
          css={{
            '&&': { bg: 'deep', color: 'deep.ink', borderColor: 'deep.line' },
            '--toast-trigger-bg': 'colors.deep.line',
          }}
        >
          <Toast.Indicator boxSize="4" mt="0.5" color={signs[toast.type ?? '']} />
          <Stack gap="0.5" flex="1" minW="0" overflowWrap="anywhere">
            <Toast.Title>{toast.title}</Toast.Title>
            {toast.description && (
              <Toast.Description color="deep.ink-2" opacity="1">
                {toast.description}
              </Toast.Description>
            )}
          </Stack>
          {toast.closable && <Toast.CloseTrigger aria-label="Close" />}
        </Toast.Root>
      )}
    </Toaster>
  )
}
