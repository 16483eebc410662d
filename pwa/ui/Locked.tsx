import { chakra } from '@chakra-ui/react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface Props {
  when: boolean
  children: ReactNode
}

/**
 * Fields that are being sent take no input, because the answer would write over it. A person who was in one is back
 * there afterwards. The wrapper is no box of its own.
 */
export function Locked({ when, children }: Props) {
  const within = useRef<HTMLDivElement>(null)
  const left = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const { activeElement } = document
    if (when) {
      const isWithin = activeElement instanceof HTMLElement && within.current?.contains(activeElement)
      left.current = isWithin ? activeElement : null
    } else {
      // Elsewhere by now: there it stays.
      if (activeElement === document.body) left.current?.focus({ preventScroll: true })
      left.current = null
    }
  }, [when])
  return (
    <chakra.div ref={within} display="contents" inert={when} aria-busy={when}>
      {children}
    </chakra.div>
  )
}
