import { Button, Stack } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import type { SessionView } from '#contract/views/account.ts'
import { homeOf } from '../../guards/home.ts'
import { AccountFrame } from '../AccountFrame.tsx'
import { useLogout } from '../logout.ts'

/** The invitation is perhaps for somebody else, or of another address: nobody's session ends without a word. */
export function SignedIn({ user }: { user: Pick<SessionView, 'email' | 'role'> }) {
  const leaving = useLogout()
  return (
    <AccountFrame
      title={consoleTexts.signup}
      about={`You are signed in as ${user.email}. Sign out to accept the invitation.`}
    >
      <Stack gap="3">
        <Button
          size="lg"
          loading={leaving.isPending}
          loadingText="Sign out and accept"
          onClick={() => leaving.mutate()}
        >
          Sign out and accept
        </Button>
        <Button asChild size="lg" variant="outline">
          <Link to={homeOf(user.role)}>Stay signed in</Link>
        </Button>
      </Stack>
    </AccountFrame>
  )
}
