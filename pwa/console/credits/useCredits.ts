import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../http/queryOf.ts'
import { useSession } from '../session/sessionStore.ts'

/** The organization's credits; undefined until the server told them, and for whoever belongs to none. */
export function useCredits(): number | undefined {
  const isMember = useSession()?.user.role === 'Admin'
  const query = useQuery({ ...queryOf<{ credits: number }>('getRemainingCredits'), enabled: isMember })
  return query.data?.credits
}
