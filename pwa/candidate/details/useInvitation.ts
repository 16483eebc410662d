import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { readSession } from '#pwa/attempt/session/store.ts'
import { fetchRules, type OpenedDrive, openDrive, type Rule } from '../drive.ts'
import { invitedBy } from '../routes.ts'
import { askUntilAnswered } from '../untilAnswered.ts'

export interface OpenedInvitation {
  drive: OpenedDrive
  rules: Rule[]
}

type State = { invitation: OpenedInvitation } | { error: string; isTriedAgain: boolean } | null

/** The drive and its rules, by the token that came along with the history entry; null token: nobody is invited. */
export function useInvitation() {
  const location = useLocation()
  const token = invitedBy(location.state) ?? readSession()?.invitationToken ?? null
  const [state, setState] = useState<State>(null)
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks anew
  useEffect(() => {
    if (token === null) return
    setState(null)
    const ask = async () => {
      const drive = await openDrive(token)
      setState({ invitation: { drive, rules: await fetchRules(token, drive.view.drive.id) } })
    }
    const fail = (error: unknown, isTriedAgain: boolean) =>
      setState({ error: error instanceof Error ? error.message : String(error), isTriedAgain })
    return askUntilAnswered(
      ask,
      ({ fault }) => fail(fault, true),
      (error) => fail(error, false),
    ).end
  }, [token, turn])
  return { token, state, retry: () => setTurn(turn + 1) }
}
