import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

/** A link within a sentence. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <chakra.span
      color="sea"
      fontWeight="500"
      borderRadius="l1"
      _hover={{ textDecoration: 'underline' }}
      asChild
    >
      <Link to={to}>{children}</Link>
    </chakra.span>
  )
}
