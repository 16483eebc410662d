import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { ToggleLink } from './ToggleLink.tsx'

interface Props {
  text: string
  /** What the text is, for the button's name: 'description of Harbour Works'. */
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
