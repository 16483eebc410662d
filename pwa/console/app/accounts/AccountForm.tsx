import { chakra } from '@chakra-ui/react'
import type { FormEvent, ReactNode } from 'react'
import { Locked } from '#pwa/ui/Locked.tsx'
import { ServerSays } from '#pwa/ui/ServerSays.tsx'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'

interface Props {
  /** The word on the button. */
  action: string
  isBusy: boolean
  onSubmit: (event: FormEvent) => void
  /** The server's words that belong to no field. */
  said?: string | undefined
  tone?: 'error' | 'warning'
  children: ReactNode
}

/** Fields, what the server said, the button: as every form before the sign-in stands. */
export function AccountForm({ action, isBusy, onSubmit, said, tone, children }: Props) {
  return (
    <chakra.form onSubmit={onSubmit} noValidate display="grid" gap="4">
      <Locked when={isBusy}>{children}</Locked>
      <ServerSays tone={tone}>{said}</ServerSays>
      <SteadyButton type="submit" size="lg" mt="2" aria-busy={isBusy} loading={isBusy} loadingText={action}>
        {action}
      </SteadyButton>
    </chakra.form>
  )
}
