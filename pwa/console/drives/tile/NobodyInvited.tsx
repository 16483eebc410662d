import { chakra } from '@chakra-ui/react'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router-dom'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'

/**
 * What is missing to a drive or an assessment, and the way there.
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
