import { Wifi, WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import '../ui/connection-state.css'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** What the browser says of the network; before the test there is no better witness. */
export function OnlineState() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const Icon = online ? Wifi : WifiOff
  return (
    <span className="connection-state" role="status">
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" /> {online ? 'Online' : 'Offline'}
    </span>
  )
}
