import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toastError } from '#pwa/ui/toaster.ts'
import { ask } from '../../http/ask.ts'
import type { ResultPage, ResultRow } from '../../views.ts'

/**
 * Puts a candidate on the shortlist or takes one off it: at once on the screen, with the count one up or down; what the
 * server refuses is put back.
 */
export function useShortlist(driveId: string) {
  const client = useQueryClient()
  const key = ['getResults', { id: driveId }]
  const [last, setLast] = useState<{ row: ResultRow; is_selected: boolean } | null>(null)
  const showPages = (change: (page: ResultPage) => ResultPage) =>
    client.setQueriesData<ResultPage>({ queryKey: key }, (page) => page && change(page))
  const show = (row: ResultRow, is_selected: boolean) =>
    showPages((page) => ({
      ...page,
      total_selected_candidates: page.total_selected_candidates + (is_selected ? 1 : -1),
      results: page.results.map((one) => (one.token === row.token ? { ...one, is_selected } : one)),
    }))
  const mutation = useMutation({
    networkMode: 'always',
    mutationFn: ({ row, is_selected }: { row: ResultRow; is_selected: boolean }) =>
      ask<{ total_selected_candidates: number }>('putShortlist', {
        params: { id: driveId },
        body: { token: row.token, is_selected },
      }),
    onMutate: async ({ row, is_selected }) => {
      await client.cancelQueries({ queryKey: key })
      show(row, is_selected)
    },
    onSuccess: ({ data }, change) => {
      setLast(change)
      // Somebody else may have put others on it.
      showPages((page) => ({ ...page, total_selected_candidates: data.total_selected_candidates }))
    },
    onError: (fault, { row, is_selected }) => {
      // This row alone: another one may have been changed meanwhile.
      show(row, !is_selected)
      toastError(fault.message)
    },
  })
  return {
    set: (row: ResultRow, is_selected: boolean) => mutation.mutate({ row, is_selected }),
    /** What was done last on this page, and can be taken back. */
    last,
    undo: () => {
      if (last) mutation.mutate({ row: last.row, is_selected: !last.is_selected })
    },
  }
}
