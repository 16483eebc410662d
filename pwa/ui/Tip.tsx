import { Portal, Tooltip } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'

interface Props {
  /** The words told on hover and on focus; a screen reader reads them as the element's description. */
  text: ReactNode
  /** One element that can have the focus. */
  children: ReactElement
}

/** A tooltip that opens for the keyboard as well. */
export function Tip({ text, children }: Props) {
  return (
    <Tooltip.Root
      openDelay={150}
      closeDelay={50}
      positioning={{ placement: 'top' }}
      closeOnPointerDown={false}
    >
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Portal>
        <Tooltip.Positioner>
          <Tooltip.Content textStyle="xs" px="2.5" py="1.5">
            {text}
          </Tooltip.Content>
        </Tooltip.Positioner>
      </Portal>
    </Tooltip.Root>
  )
}
