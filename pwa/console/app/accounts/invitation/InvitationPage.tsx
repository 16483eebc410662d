import { Button, Skeleton, Stack } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useParams } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import type { InvitationView, SessionView } from '#contract/views/account.ts'
import { homeOf } from '#pwa/console/app/guards/guards.tsx'
import { callInNobodysName } from '#pwa/console/kit/http/request.ts'
import { CallError } from '#pwa/http/call.ts'
import { Fault } from '#pwa/ui/Said.tsx'
import { useAfter } from '#pwa/ui/Skeletons.tsx'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import { usePageTitle } from '../../../kit/page/PageHeader.tsx'
import { useSession } from '../../../kit/session/sessionStore.ts'
import { urls } from '../../../urls.ts'
import { AccountFrame } from '../AccountFrame.tsx'
import { useLogout } from '../logout.ts'
import { SignUpForm } from './SignUpForm.tsx'

/** The sentence above the form, by the kind of link. */
function about({ kind, email, organization_name }: InvitationView): string {
  if (kind === 'first_account')
    return 'This creates the first super admin of this installation, who admits organizations.'
  if (kind === 'invite') return `${organization_name ?? 'An organization'} has invited ${email ?? 'you'}.`
  return `For ${email ?? 'you'}. This creates a new organization.`
}

/** The form behind an invitation, for who is not signed in; it opens as soon as somebody signed out. */
export default function InvitationPage() {
  usePageTitle(consoleTexts.signup)
  const session = useSession()
  return session ? <SignedIn user={session.user} /> : <Invitation />
}

/** The token is checked first, and an invalid one leads to its page. */
function Invitation() {
  const { token = '' } = useParams()
  const query = useQuery({
    queryKey: ['checkInvite', token],
    queryFn: async ({ signal }) =>
      (await callInNobodysName('checkInvite', { body: { invitation_token: token }, signal })).data,
    // Once it holds it is not asked for again while somebody types.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (isInvalid(query.error)) return <Navigate to={urls.invalidToken} replace />
  return (
    <AccountFrame title={consoleTexts.signup} about={query.data ? about(query.data) : 'Your invitation'}>
      {query.data && <SignUpForm invitation={query.data} token={token} />}
      {query.isPending && <Waiting />}
      {query.isError && (
        <Fault
          sentence="The invitation could not be checked."
          why={query.error.message}
          onRetry={() => void query.refetch()}
        />
      )}
    </AccountFrame>
  )
}

/** The server said of the token itself that it does not hold. */
const isInvalid = (error: Error | null): boolean =>
  error instanceof CallError && (error.status === 404 || error.status === 422)

function Waiting() {
  const isShown = useAfter(200)
  return (
    <Stack gap="6" aria-busy visibility={isShown ? 'visible' : 'hidden'}>
      {['first name', 'last name', 'mobile number', 'password'].map((name) => (
        <Skeleton key={name} height="44px" />
      ))}
    </Stack>
  )
}

/** The invitation is perhaps for somebody else, or of another address: nobody's session ends without a word. */
function SignedIn({ user }: { user: Pick<SessionView, 'email' | 'role'> }) {
  const leaving = useLogout()
  return (
    <AccountFrame
      title={consoleTexts.signup}
      about={`You are signed in as ${user.email}. Sign out to accept the invitation.`}
    >
      <Stack gap="3">
        <SteadyButton
          size="lg"
          loading={leaving.isPending}
          loadingText="Sign out and accept"
          onClick={() => leaving.mutate()}
        >
          Sign out and accept
        </SteadyButton>
        <Button asChild size="lg" variant="outline">
          <Link to={homeOf(user.role)}>Stay signed in</Link>
        </Button>
      </Stack>
    </AccountFrame>
  )
}
