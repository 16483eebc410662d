import { useEffect, useState } from 'react'
import { findUnanswered } from '#pwa/attempt/session/store.ts'

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
