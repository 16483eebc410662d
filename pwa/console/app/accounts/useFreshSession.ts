import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryOf } from '../../kit/http/queryOf.ts'
import { updateSessionUser } from '../../kit/session/sessionStore.ts'

/** Keeps what the sign-in said of the person and the organization as it stands on the server now. */
export function useFreshSession(): void {
  const { data } = useQuery({ ...queryOf('getSession'), staleTime: 60_000 })
  useEffect(() => {
    if (!data) return
    // Of the sign-in alone, and nothing that changes later.
    const { is_first_time_login: _, ...facts } = data
    updateSessionUser(facts)
  }, [data])
}
