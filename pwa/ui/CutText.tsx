import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { cutWords } from './cutWords.ts'

const MOST_LINES = 8

interface Props {
  text: string
  /** What the text is, for the button's name: 'input of test 3'. */
  what: string
  limit?: number
  /** How many characters were kept of it at most. */
  keptTo?: number | undefined
}

/** A program's text as it is; a long one is cut until somebody asks for all of it, and never on paper. */
export function CutText({ text, what, limit = 160, keptTo }: Props) {
  const [isOpen, setOpen] = useState(false)
  const whole = text.replace(/\n$/, '')
  const lines = whole.split('\n')
  const isLong = lines.length > MOST_LINES || text.length > limit
  const words = cutWords(text.length, keptTo)
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
          {words.end && (
            <chakra.span
              display="block"
              color="fg.muted"
              fontFamily="body"
              textStyle="xs"
              {...(!isOpen && { 'data-print-only': true })}
            >
              {words.end}
            </chakra.span>
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
              {isOpen ? 'Show less' : words.show}
              <chakra.span srOnly> of {what}</chakra.span>
            </chakra.button>
          )}
        </>
      )}
    </chakra.span>
  )
}
