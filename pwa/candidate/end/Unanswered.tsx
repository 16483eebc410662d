import { useEffect, useState } from 'react'
import { findUnanswered, readSession } from '#pwa/attempt/session/store.ts'
import { keptDrive } from '../drive.ts'
import { NoticePage } from '../shell/NoticePage.tsx'
import { Button } from '../ui/Button.tsx'
import { send } from '../way/way.ts'

/** Its start was asked for here, and this page starts nothing. */
export function Unanswered() {
  const token = readSession()?.invitationToken
  return (
    <NoticePage
      title="Your test is not on this device yet"
      view={token ? keptDrive(token)?.view : undefined}
      actions={
        <Button variant="primary" size="large" onClick={() => send({ type: 'GO_ON', isFinished: false })}>
          Go to the test
        </Button>
      }
    >
      <p>
        We asked the server to start your test and got no answer. Your time may be running. Go to the test: it
        waits there for the server.
      </p>
    </NoticePage>
  )
}

/**
 * Whether the start of a test was asked for here, and no answer came; undefined while it looks.
 * @param invitation of which link, where somebody came with one
 */
export function useUnanswered(invitation: string | null, wanted: boolean): boolean | undefined {
  const [is, set] = useState<boolean>()
  useEffect(() => {
    if (wanted)
      findUnanswered().then(
        (session) =>
          set(
            session !== null &&
              (session.invitationToken ?? invitation) === (invitation ?? session.invitationToken),
          ),
        () => set(false),
      )
  }, [invitation, wanted])
  return is
}
