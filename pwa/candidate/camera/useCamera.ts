import { useEffect, useSyncExternalStore } from 'react'
import { type CameraState, readCamera, startCamera, watchCamera } from './store.ts'

/** The camera's state; asks for it on load where it is wanted, and again when one is plugged in. */
export function useCamera(wanted: boolean): CameraState {
  const camera = useSyncExternalStore(watchCamera, readCamera)
  useEffect(() => {
    if (!wanted) return
    startCamera()
    const again = () => {
      const { status } = readCamera()
      if (status === 'lost' || status === 'missing') startCamera()
    }
    navigator.mediaDevices?.addEventListener('devicechange', again)
    return () => navigator.mediaDevices?.removeEventListener('devicechange', again)
  }, [wanted])
  return camera
}
