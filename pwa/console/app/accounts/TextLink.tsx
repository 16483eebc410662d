import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

/** Whether an address carries the ref flag that asks for Param assessments. */
export const isParamLink = (address: URLSearchParams): boolean => address.get('ref') === 'paramAI'

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
