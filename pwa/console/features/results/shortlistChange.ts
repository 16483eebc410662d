import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import type { ask } from '../../http/ask.ts'
import type { ResultPage, ResultRow } from '../../views.ts'

export interface ShortlistChange {
  row: ResultRow
  is_selected: boolean
}

/** Whoever has no score, as one whose test was opened again, is taken off the shortlist and not put back. */
export const canUndo = ({ row, is_selected }: ShortlistChange): boolean => is_selected || row.score !== null

interface Doing {
  client: QueryClient
  ask: typeof ask
  driveId: string
  onDone: (change: ShortlistChange) => void
  onRefused: (fault: Error) => void
}

/**
 * Puts a candidate on the shortlist or takes one off it. Of one candidate one change is on its way at a time, in the order
 * they were made: two that overtake each other would leave on the server what was taken back here. Once none is on its
 * way the results are read anew, and the pages of the shortlist that are not shown are forgotten.
 */
export function changeShortlist({ client, ask, driveId, onDone, onRefused }: Doing, change: ShortlistChange) {
  const { row, is_selected } = change
  const pages = ['getResults', { id: driveId }]
  const all = ['putShortlist', driveId]
  const own = [...all, row.token]
  const isLastOf = (mutationKey: string[]): boolean => client.isMutating({ mutationKey }) === 1
  const show = (to: boolean): void => showRow(client, pages, row, to)
  const observer = new MutationObserver(client, {
    mutationKey: own,
    scope: { id: own.join(' ') },
    networkMode: 'always',
    mutationFn: () =>
      ask<{ total_selected_candidates: number }>('putShortlist', {
        params: { id: driveId },
        body: { token: row.token, is_selected },
      }),
    onMutate: async () => {
      await client.cancelQueries({ queryKey: pages })
      show(is_selected)
    },
    onSuccess: ({ data: { total_selected_candidates } }) => {
      // Somebody else may have put others on it.
      if (isLastOf(all))
        client.setQueriesData<ResultPage>(
          { queryKey: pages },
          (page) => page && { ...page, total_selected_candidates },
        )
      onDone(change)
    },
    onError: (fault) => {
      // This row alone, and not where it was changed again meanwhile.
      if (isLastOf(own)) show(!is_selected)
      onRefused(fault)
    },
    onSettled: () => {
      if (!isLastOf(all)) return
      client.removeQueries({ queryKey: pages, type: 'inactive', predicate: isOfShortlist })
      void client.invalidateQueries({ queryKey: pages })
    },
  })
  // What failed is told by `onRefused`.
  return observer.mutate().catch(() => {})
}

const isOfShortlist = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  (queryKey[2] as { shortlisted?: boolean } | undefined)?.shortlisted === true

/** At once on the screen, with the count one up or down where that is a change. */
function showRow(
  client: QueryClient,
  pages: readonly unknown[],
  { token, ...row }: ResultRow,
  to: boolean,
): void {
  const shown = client
    .getQueriesData<ResultPage>({ queryKey: pages })
    .flatMap(([, page]) => page?.results ?? [])
    .find((one) => one.token === token)
  const more = Number(to) - Number((shown ?? row).is_selected)
  client.setQueriesData<ResultPage>(
    { queryKey: pages },
    (page) =>
      page && {
        ...page,
        total_selected_candidates: page.total_selected_candidates + more,
        results: page.results.map((one) => (one.token === token ? { ...one, is_selected: to } : one)),
      },
  )
}
