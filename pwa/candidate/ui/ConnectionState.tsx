import { KeyRound, Wifi, WifiOff } from 'lucide-react'
import { formatLength } from '#machines/attempt/connectivity.ts'
import type { Connection } from '#pwa/attempt/api.ts'
import './connection-state.css'
import { useEverySecond } from './useEverySecond.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Read when looked at; the banner is what speaks. */
export function ConnectionState({ connection, now }: { connection: Connection; now: () => number }) {
  const { state, since } = connection
  const inReach = state === 'online' || state === 'closed'
  useEverySecond(!inReach && state !== 'unknown')
  if (state === 'unknown') return null
  if (inReach) {
    return (
      <span className="connection-state">
        <Wifi {...icon} /> Online
      </span>
    )
  }
  if (state === 'unauthorized') {
    return (
      <span className="connection-state is-away">
        <KeyRound {...icon} /> Signed out
      </span>
    )
  }
  return (
    <span className="connection-state is-away tabular">
      <WifiOff {...icon} /> Offline{since === null ? '' : ` ${formatLength(now() - since)}`}
    </span>
  )
}
