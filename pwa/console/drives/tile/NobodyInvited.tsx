import { chakra } from '@chakra-ui/react'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router-dom'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'

/**
 * A note that a drive or an assessment lacks candidates, and the way to them.
 * @param to its candidates
 * @param nameId of its heading
 */
export function NobodyInvited({ to, nameId }: { to: string; nameId: string }) {
  return (
    <chakra.span justifySelf="start" _hover={{ textDecoration: 'underline' }} color="fg.warning" asChild>
      <Link to={to} aria-describedby={nameId}>
        <StateBadge icon={TriangleAlert} tone="warn" bare>
          No candidates invited
        </StateBadge>
      </Link>
    </chakra.span>
  )
}
