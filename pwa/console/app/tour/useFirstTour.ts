import { useEffect } from 'react'
import { updateSessionUser, useSession } from '../../kit/session/sessionStore.ts'
import { startTour } from './startTour.ts'

/** The tour begins by itself after the first login of an account, once. */
export function useFirstTour(): void {
  const user = useSession()?.user
  const id = user?.role === 'Admin' && user.is_first_time_login ? user.id : null
  useEffect(() => {
    if (id === null) return
    updateSessionUser({ id, is_first_time_login: false })
    void startTour({ isUnasked: true })
  }, [id])
}
