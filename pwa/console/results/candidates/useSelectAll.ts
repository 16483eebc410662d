import { useMutation } from '@tanstack/react-query'
import type { Answer } from '#pwa/http/call.ts'
import { toastError } from '#pwa/ui/toaster.ts'
import { type RequestFor, request } from '../../kit/http/request.ts'

/** Selects the absent candidates of all pages of the list that is shown. */
export function useSelectAll(shown: AbsentList, onSelect: (ids: ReadonlySet<number>) => void) {
  const { mutate, isPending, variables } = useMutation(selectingAll(request, shown, onSelect))
  return { start: () => mutate(shown), isPending: isPending && isSameList(shown, variables) }
}

/** The list somebody looks at: that of a drive or an assessment, and what it is searched for. */
export interface AbsentList {
  id: string
  search: string
  /** Another tab shows others, of whom nobody can be selected. */
  isAbsent: boolean
}

const isSameList = (one: AbsentList, other: AbsentList | undefined): boolean =>
  one.id === other?.id && one.search === other.search && one.isAbsent === other.isAbsent

/**
 * Selects the absent candidates of all pages of a list, as many as can be invited again at once. An answer that comes
 * while another list is looked at selects nobody there.
 * @param shown the list that is looked at
 */
export const selectingAll = (
  asking: RequestFor<'getAbsentIds'>,
  shown: AbsentList,
  onSelect: (ids: ReadonlySet<number>) => void,
) => ({
  networkMode: 'always' as const,
  mutationFn: ({ id, search }: AbsentList) =>
    asking('getAbsentIds', { params: { driveId: id }, query: { search } }),
  onSuccess: ({ data }: Answer<{ ids: number[] }>, asked: AbsentList) => {
    if (isSameList(asked, shown)) onSelect(new Set(data.ids))
  },
  onError: (error: Error, asked: AbsentList) => {
    if (isSameList(asked, shown)) toastError(error.message)
  },
})
