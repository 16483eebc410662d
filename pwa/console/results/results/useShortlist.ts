import { MutationObserver, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResultPage, ResultRow } from '#contract/views/admin.ts'
import { toastError } from '#pwa/ui/toaster.ts'
import { type RequestFor, request } from '../../kit/http/request.ts'

/**
 * Puts a candidate on the shortlist or takes one off it: at once on the screen, with the count one up or down; what the
 * server refuses is put back.
 */
export function useShortlist(driveId: string) {
  const client = useQueryClient()
  const [done, setDone] = useState<{ driveId: string; change: ShortlistChange } | null>(null)
  // The page stays while its address goes to another drive, and an answer may come after that.
  const last = done?.driveId === driveId ? done.change : null
  const set = (row: ResultRow, is_selected: boolean) =>
    void changeShortlist(
      {
        client,
        request,
        driveId,
        onDone: (change) => setDone({ driveId, change }),
        onRefused: (error) => toastError(error.message),
      },
      { row, is_selected },
    )
  return {
    set,
    /** The last change made to this drive. */
    last,
    /** Whether that can be taken back. */
    canUndo: last !== null && canUndo(last),
    undo: () => {
      if (last) set(last.row, !last.is_selected)
    },
  }
}

interface ShortlistChange {
  row: ResultRow
  is_selected: boolean
}

/** A candidate without a score, as one whose test was opened again, is taken off the shortlist and not put back. */
export const canUndo = ({ row, is_selected }: ShortlistChange): boolean => is_selected || row.score !== null

interface Doing {
  client: QueryClient
  request: RequestFor<'putShortlist'>
  driveId: string
  onDone: (change: ShortlistChange) => void
  onRefused: (error: Error) => void
}

/**
 * Puts a candidate on the shortlist or takes one off it. A candidate has one change on its way at a time, in the order
 * they were made, because two that overtake each other would leave on the server what was taken back here. Once none is
 * on its way, the results are read anew, and the pages of the shortlist that are not shown are forgotten.
 */
export function changeShortlist(
  { client, request, driveId, onDone, onRefused }: Doing,
  change: ShortlistChange,
) {
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
      request('putShortlist', {
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
    onError: (error) => {
      // This row alone, and not where it was changed again meanwhile.
      if (isLastOf(own)) show(!is_selected)
      onRefused(error)
    },
    onSettled: () => {
      if (!isLastOf(all)) return
      client.removeQueries({ queryKey: pages, type: 'inactive', predicate: isOfShortlist })
      void client.invalidateQueries({ queryKey: pages })
    },
  })
  // A failure is told by `onRefused`.
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
