import { chakra } from '@chakra-ui/react'
import { type ComponentProps, type ReactNode, useState } from 'react'

interface ToggleLinkProps extends Omit<ComponentProps<typeof chakra.button>, 'onToggle'> {
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}

/** Shows the rest of something where it stands, or less of it. */
export const ToggleLink = ({ isOpen, onToggle, ...rest }: ToggleLinkProps) => (
  <chakra.button
    type="button"
    color="sea"
    cursor="pointer"
    aria-expanded={isOpen}
    onClick={() => onToggle(!isOpen)}
    {...rest}
  />
)

interface Props {
  text: string
  /** The noun for the text, for the button's name: 'description of Harbour Works'. */
  what: string
  limit: number
}

/** A text of people, cut where it is longer than its limit, until somebody wants to read more. */
export function ReadMore({ text, what, limit }: Props) {
  const [isOpen, setOpen] = useState(false)
  const signs = [...text]
  if (signs.length <= limit) return text
  return (
    <>
      {isOpen ? text : `${signs.slice(0, limit).join('').trimEnd()}…`}{' '}
      <ToggleLink isOpen={isOpen} onToggle={setOpen} fontWeight="500">
        {isOpen ? 'Read less' : 'Read more'}
        <chakra.span srOnly> of {what}</chakra.span>
      </ToggleLink>
    </>
  )
}
