import { chakra } from '@chakra-ui/react'
import { useState } from 'react'

const MOST_LINES = 8

interface Props {
  text: string
  /** What the text is, for the button's name: 'input of test 3'. */
  what: string
  limit?: number
}

/** A program's text as it is; a long one is cut until somebody asks for all of it, and never on paper. */
export function CutText({ text, what, limit = 160 }: Props) {
  const [isOpen, setOpen] = useState(false)
  const whole = text.replace(/\n$/, '')
  const lines = whole.split('\n')
  const isLong = lines.length > MOST_LINES || text.length > limit
  const short = lines
    .slice(0, MOST_LINES - 2)
    .join('\n')
    .slice(0, limit)
  return (
    <chakra.span display="block" textStyle="code" whiteSpace="pre-wrap" overflowWrap="anywhere">
      {text === '' ? (
        <chakra.span color="fg.subtle" fontFamily="body">
          empty
        </chakra.span>
      ) : (
        <>
          {isLong && !isOpen ? (
            <>
              {short}
              <span data-screen-only>…</span>
              <span data-print-only>{whole.slice(short.length)}</span>
            </>
          ) : (
            whole
          )}
          {isLong && (
            <chakra.button
              type="button"
              display="block"
              textAlign="start"
              data-screen-only
              fontFamily="body"
              textStyle="xs"
              color="sea"
              cursor="pointer"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Show less' : `Show all, ${text.length} characters`}
              <chakra.span srOnly> of {what}</chakra.span>
            </chakra.button>
          )}
        </>
      )}
    </chakra.span>
  )
}
