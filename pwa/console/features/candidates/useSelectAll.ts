import { useMutation } from '@tanstack/react-query'
import { toastError } from '#pwa/ui/toaster.ts'
import { ask } from '../../http/ask.ts'

/**
 * Selects the absent candidates of all pages of a list, as many as can be invited again at once.
 * @param of the drive or the assessment, and what its list is searched for
 */
export const useSelectAll = (
  { id, search }: { id: string; search: string },
  onSelect: (ids: ReadonlySet<number>) => void,
) =>
  useMutation({
    networkMode: 'always',
    mutationFn: () => ask<{ ids: number[] }>('getAbsentIds', { params: { driveId: id }, query: { search } }),
    onSuccess: ({ data }) => onSelect(new Set(data.ids)),
    onError: (fault) => toastError(fault.message),
  })
