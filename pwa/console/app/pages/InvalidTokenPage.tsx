import { Button, chakra } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import { Trouble } from '#pwa/ui/Trouble.tsx'
import { usePageTitle } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'

/** The page to which an invitation leads that does not hold. */
export default function InvalidTokenPage() {
  usePageTitle('Invalid invitation')
  return (
    <chakra.main id="content" tabIndex={-1} outline="none">
      <Trouble
        title="This invitation is no longer valid"
        text="It was already accepted or has expired. Please contact the administrator."
      >
        <Button asChild>
          <Link to={urls.login}>Login</Link>
        </Button>
      </Trouble>
    </chakra.main>
  )
}
