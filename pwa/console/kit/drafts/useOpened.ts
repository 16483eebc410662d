import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { QueryRead } from '../http/queryOf.ts'
import { useSession } from '../session/sessionStore.ts'
import { type Claim, claimDraft } from './claims.ts'
import { readDraft } from './drafts.ts'
import { browserPorts } from './ownDraft.ts'
import type { KeptForm } from './useKeptDraft.ts'

/** The parts with which a form is opened. */
export interface OpenedForm<V, F, S> {
  userId: number
  /** Name of its draft: this tab's own. */
  draft: string
  /** As it stands on the server; null for a new one. */
  source: V | null
  kept: KeptForm<F, S> | null
  /** When the draft was kept, in milliseconds since 1970; null without one. */
  keptAt: number | null
}

/**
 * Reads what a form changes (or is a copy of), and the draft of the last time.
 * @param read what is read of that
 * @param id of what is read; null: nothing, the form is empty
 * @param draft names the form; the draft is this tab's own
 */
export function useOpened<A, V, F, S>(
  read: (id: string) => QueryRead<A>,
  pick: (answer: A) => V,
  id: string | null,
  draft: string,
) {
  const userId = useSession()?.user.id ?? 0
  const query = useQuery({
    ...read(id ?? ''),
    enabled: id !== null,
    // The form is measured against what is read here: what is shown must be what stands.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const source = query.data === undefined ? null : pick(query.data)
  const claim = useClaim(userId, draft)
  const [opened, setOpened] = useState<OpenedForm<V, F, S> | null>(null)
  const isReady = claim !== null && (id === null || (source !== null && !query.isFetching))
  const name = claim?.name
  useEffect(() => {
    if (!isReady || name === undefined || opened?.draft === name) return
    let isCurrent = true
    void readDraft<KeptForm<F, S>>(userId, name).then((found) => {
      if (isCurrent)
        setOpened({ userId, draft: name, source, kept: found?.value ?? null, keptAt: found?.keptAt ?? null })
    })
    return () => {
      isCurrent = false
    }
  }, [isReady, opened, name, source, userId])
  return { query, source, opened: opened?.draft === name ? opened : null }
}

/** This tab's draft of a form, from when it is found until the form is left. */
function useClaim(userId: number, what: string): Claim | null {
  const [held, setHeld] = useState<(Claim & { what: string }) | null>(null)
  useEffect(() => {
    let isCurrent = true
    const claiming = claimDraft(userId, what, browserPorts())
    void claiming.then((claim) => isCurrent && setHeld({ ...claim, what }))
    return () => {
      isCurrent = false
      void claiming.then(({ release }) => release())
    }
  }, [userId, what])
  return held?.what === what ? held : null
}
