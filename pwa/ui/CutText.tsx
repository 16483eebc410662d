import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { cutLabels, printedOf } from './cutLabels.ts'
import { ToggleLink } from './ReadMore.tsx'

const MAX_LINES = 8

interface Props {
  text: string
  /** The noun for the text, for the button's name: 'input of test 3'. */
  what: string
  limit?: number
  /** How many characters were kept of it at most. */
  keptTo?: number | undefined
}

/** A program's text as it is; a long one is cut until somebody asks for all of it, and on paper says how much is missing. */
export function CutText({ text, what, limit = 160, keptTo }: Props) {
  const [isOpen, setOpen] = useState(false)
  const whole = text.replace(/\n$/, '')
  const lines = whole.split('\n')
  const isLong = lines.length > MAX_LINES || text.length > limit
  const words = cutLabels(text.length, keptTo)
  if (text === '')
    return (
      <chakra.span display="block" color="fg.subtle" fontFamily="body">
        empty
      </chakra.span>
    )
  const short = lines
    .slice(0, MAX_LINES - 2)
    .join('\n')
    .slice(0, limit)
  const printed = printedOf(whole)
  return (
    <chakra.span display="block" textStyle="code" whiteSpace="pre-wrap" overflowWrap="anywhere">
      {isLong ? (
        <>
          <span data-screen-only>{isOpen ? whole : `${short}…`}</span>
          <span data-print-only>{printed.text}</span>
          {printed.rest && <NotPrinted words={printed.rest} />}
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
        <ToggleLink
          isOpen={isOpen}
          onToggle={setOpen}
          display="block"
          textAlign="start"
          data-screen-only
          fontFamily="body"
          textStyle="xs"
        >
          {isOpen ? 'Show less' : words.show}
          <chakra.span srOnly> of {what}</chakra.span>
        </ToggleLink>
      )}
    </chakra.span>
  )
}

/** How much of a text paper leaves out: who reads it there has to know that there is more. */
export function NotPrinted({ words }: { words: string }) {
  return (
    <span data-print-only>
      <chakra.span display="block" color="fg.muted" fontFamily="body" textStyle="xs">
        {words}
      </chakra.span>
    </span>
  )
}
