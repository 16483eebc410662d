import { chakra } from '@chakra-ui/react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface Props {
  when: boolean
  children: ReactNode
}

/**
 * What is being sent takes no input: the answer would write over it. Whoever was in a field is there again afterwards.
 * It is no box of its own.
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
