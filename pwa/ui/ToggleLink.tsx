import { chakra } from '@chakra-ui/react'
import type { ComponentProps, ReactNode } from 'react'

interface Props extends Omit<ComponentProps<typeof chakra.button>, 'onToggle'> {
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}

/** Shows the rest of something where it stands, or less of it. */
export const ToggleLink = ({ isOpen, onToggle, ...rest }: Props) => (
  <chakra.button
    type="button"
    color="sea"
    cursor="pointer"
    aria-expanded={isOpen}
    onClick={() => onToggle(!isOpen)}
    {...rest}
  />
)
