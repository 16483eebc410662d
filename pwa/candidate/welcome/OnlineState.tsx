import { Wifi, WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import '../ui/connection-state.css'
import { isOnline, subscribeOnline } from '../ui/online.ts'

/** What the browser says of the network; before the test there is no better witness. */
export function OnlineState() {
  const online = useSyncExternalStore(subscribeOnline, isOnline)
  const Icon = online ? Wifi : WifiOff
  return (
    <span className="connection-state" role="status">
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" /> {online ? 'Online' : 'Offline'}
    </span>
  )
}
