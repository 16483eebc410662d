import { Box, Button, chakra, HStack } from '@chakra-ui/react'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { ServerSays } from '#pwa/ui/ServerSays.tsx'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'

interface Props {
  /** The way back, where the page has no other. */
  onBack?: () => void
  /** The words of the one filled button. */
  action: string
  /** Without it the button sends the form that the foot stands in. */
  onAction?: () => void
  /** A second way on, beside it. */
  beside?: ReactNode
  isBusy: boolean
  isBlocked?: boolean
  /** The server's refusal that belongs to no field. */
  refusal: string | undefined
  /** How many fields are wrong, where that is told. */
  wrong?: number
  /** The words shown while nothing is refused or wrong. */
  children?: ReactNode
}

/** The foot of a form as large as a page: the way back, what stands against saving, and the one filled button. */
export function FormFooter({
  onBack,
  action,
  onAction,
  beside,
  isBusy,
  isBlocked,
  refusal,
  wrong = 0,
  children,
}: Props) {
  return (
    <HStack
      as="footer"
      minH="60px"
      py="2"
      px={{ base: '4', md: '6' }}
      borderTopWidth="1px"
      gap="4"
      bg="bg"
      position="sticky"
      // On a phone it takes the place of the console's bar.
      data-foot
      bottom="0"
      zIndex="2"
    >
      {onBack && (
        <Button type="button" variant="outline" size="lg" onClick={onBack}>
          <ArrowLeft aria-hidden />
          Back
        </Button>
      )}
      <Box flex="1" minW="0" textStyle="sm">
        {refusal ? <ServerSays>{refusal}</ServerSays> : wrong > 0 ? <Attention wrong={wrong} /> : children}
      </Box>
      {beside}
      <SteadyButton
        type={onAction ? 'button' : 'submit'}
        size="lg"
        onClick={onAction}
        loading={isBusy}
        loadingText={action}
        disabled={isBlocked}
      >
        {action}
      </SteadyButton>
    </HStack>
  )
}

const Attention = ({ wrong }: { wrong: number }) => (
  <chakra.span role="alert" color="fg.error">
    {wrong === 1 ? 'One field needs your attention.' : `${wrong} fields need your attention.`}
  </chakra.span>
)
