import { chakra } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'

interface Props {
  /** One sentence a line; nothing while there is none. */
  children: string | undefined
  /** red for a refusal; the specification shows some in a warning colour. */
  tone?: 'error' | 'warning'
}

/** The server's answer to a form, as far as it belongs to no field; the focus goes there. */
export function ServerSays({ children, tone = 'error' }: Props) {
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (children) place.current?.focus()
  }, [children])
  if (!children) return null
  return (
    <chakra.p
      ref={place}
      role="alert"
      tabIndex={-1}
      color={tone === 'error' ? 'fg.error' : 'fg.warning'}
      whiteSpace="pre-line"
      outline="none"
    >
      {children}
    </chakra.p>
  )
}
