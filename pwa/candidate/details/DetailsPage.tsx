import '../shell/steps.css'
import { readSession } from '#pwa/attempt/session/store.ts'
import { keptDrive } from '../drive.ts'
import { Failed } from '../shell/Failed.tsx'
import { PageWait } from '../shell/PageWait.tsx'
import { SiteHeader } from '../shell/SiteHeader.tsx'
import { Glyph } from '../ui/Glyph.tsx'
import { Onward } from '../way/way.ts'
import { Details } from './Details.tsx'
import { useInvitation } from './useInvitation.ts'

const names = ['Welcome', 'Details', 'Test'] as const

/** The candidate's place on the way in. */
function Steps({ current }: { current: (typeof names)[number] }) {
  const at = names.indexOf(current)
  return (
    <ol className="steps" aria-label="Steps">
      {names.map((name, index) => (
        <li
          key={name}
          className={index < at ? 'is-done' : index === at ? 'is-current' : undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          <Glyph name={index < at ? 'ok' : index === at ? 'part' : 'open'} size={13} />
          {name}
        </li>
      ))}
    </ol>
  )
}

export default function DetailsPage() {
  const { token, state, retry } = useInvitation()
  // Its form was sent from this browser: the start may have been asked for as well.
  const hasAsked = readSession()?.invitationToken === token
  if (token === null) return <Onward because={{ type: 'NOT_INVITED' }} />
  if (state === null) return <PageWait text="Fetching the rules…" />
  if ('error' in state) {
    return (
      <Failed
        title="The form could not be opened"
        view={token ? keptDrive(token)?.view : undefined}
        onRetry={retry}
      >
        <p>{state.error}</p>
        <p>
          {!hasAsked && 'Your time has not started yet.'}
          {state.isTriedAgain && ' This page tries again by itself: stay here.'}
        </p>
      </Failed>
    )
  }
  const { invitation } = state
  if (invitation.drive.view.is_finished) return <Onward because={{ type: 'ALREADY_FINISHED' }} />
  return (
    <>
      <SiteHeader title={invitation.drive.view.drive.name}>
        <Steps current="Details" />
      </SiteHeader>
      <Details invitation={invitation} />
    </>
  )
}
