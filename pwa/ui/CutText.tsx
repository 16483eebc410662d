import { chakra } from '@chakra-ui/react'
import { useState } from 'react'

interface Props {
  text: string
  /** What the text is, for the button's name: 'input of test 3'. */
  what: string
  limit?: number
}

/** A program's text as it is; a long one is cut until somebody asks for all of it. */
export function CutText({ text, what, limit = 120 }: Props) {
  const [isOpen, setOpen] = useState(false)
  const lines = text.replace(/\n$/, '').split('\n')
  const short = lines.slice(0, 4).join('\n').slice(0, limit)
  const isLong = lines.length > 4 || text.length > limit
  return (
    <chakra.span display="block" textStyle="code" whiteSpace="pre-wrap" overflowWrap="anywhere">
      {text === '' ? (
        <chakra.span color="fg.subtle" fontFamily="body">
          empty
        </chakra.span>
      ) : (
        <>
          {isLong && !isOpen ? `${short}…` : text.replace(/\n$/, '')}
          {isLong && (
            <chakra.button
              type="button"
              display="block"
              data-screen-only
              fontFamily="body"
              textStyle="xs"
              color="sea"
              cursor="pointer"
              aria-expanded={isOpen}
              aria-label={`${isOpen ? 'Show less' : 'Show all'}, ${what}`}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Show less' : `Show all, ${text.length} characters`}
            </chakra.button>
          )}
        </>
      )}
    </chakra.span>
  )
}
