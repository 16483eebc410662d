import { useEffect, useState } from 'react'
import type { DriveView } from '#contract/views/candidate.ts'
import { readSession } from '#pwa/attempt/session/store.ts'
import { CallError } from '#pwa/http/call.ts'
import { openDrive } from '../drive.ts'
import { pollWhileVisible } from '../welcome/pollWhileVisible.ts'
import type { LateWork } from './messages.ts'

const CALM_MS = 30_000
/** Either side of it: what ended for a whole room is not asked about by all of it at once. */
const SPREAD_MS = 5_000

export interface Reopened {
  /** By which the test is gone on with. */
  token: string
  view: DriveView
}

/** The link opens nothing any more: no later look at it says otherwise. */
const isRefused = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'not_found' || error.code === 'unauthorized')

/**
 * The token of the test whose end is shown: of the link, else of this browser's session, which goes with the test while
 * the page still stands. null where this browser knows none.
 * @param isOpen the test is on this device
 */
function useToken(invitation: string | null, isOpen: boolean): string | null {
  const [token, setToken] = useState(() => invitation ?? tokenOfSession())
  useEffect(() => {
    if (isOpen) setToken((known) => invitation ?? tokenOfSession() ?? known)
  }, [invitation, isOpen])
  return token
}

function tokenOfSession(): string | null {
  const session = readSession()
  return session && (session.invitationToken ?? session.authToken)
}

interface AfterEnd {
  /** It goes on again: reopened, or given more minutes. null as long as it is over, as far as anybody here knows. */
  reopened: Reopened | null
  late: LateWork
}

/**
 * The fate of a test after its end. Nobody tells this device, which is done with it, so the page asks while it is
 * looked at.
 * @param wanted false while the server may not know of the end yet
 */
export function useAfterEnd(invitation: string | null, isOpen: boolean, wanted: boolean): AfterEnd {
  const token = useToken(invitation, isOpen)
  const [after, setAfter] = useState<AfterEnd>({ reopened: null, late: {} })
  useEffect(() => {
    if (!wanted || token === null) return
    let isGone = false
    const look = () => {
      openDrive(token, true).then(
        ({ view }) => {
          const reopened = view.is_finished || !view.has_begun ? null : { token, view }
          if (!isGone) setAfter({ reopened, late: view })
          planCalmly()
        },
        (fault) => {
          if (!isRefused(fault)) planCalmly()
        },
      )
    }
    const { plan, end } = pollWhileVisible(look)
    const planCalmly = () => plan(CALM_MS - SPREAD_MS + 2 * SPREAD_MS * Math.random())
    plan(0)
    return () => {
      isGone = true
      end()
    }
  }, [token, wanted])
  return after
}
