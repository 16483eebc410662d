import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { readSession } from '#pwa/actors/session.ts'
import { fetchRules, type OpenedDrive, openDrive, type Rule } from '../drive.ts'
import { invitedBy } from '../invitedBy.ts'

export interface Invitation {
  drive: OpenedDrive
  rules: Rule[]
}

type State = { invitation: Invitation } | { error: string } | null

/** The drive and its rules, by the token that came along with the history entry; null token: nobody is invited. */
export function useInvitation() {
  const location = useLocation()
  const token = invitedBy(location.state) ?? readSession()?.invitationToken ?? null
  const [state, setState] = useState<State>(null)
  const load = useCallback(async () => {
    if (token === null) return
    setState(null)
    try {
      const drive = await openDrive(token)
      setState({ invitation: { drive, rules: await fetchRules(token, drive.view.drive.id) } })
    } catch (error) {
      setState({ error: error instanceof Error ? error.message : String(error) })
    }
  }, [token])
  useEffect(() => {
    load()
  }, [load])
  return { token, state, retry: load }
}
