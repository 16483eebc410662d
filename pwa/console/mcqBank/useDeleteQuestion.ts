import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import { ask } from '../http/ask.ts'

/** Takes a question out of the bank; the list reads anew. */
export function useDeleteQuestion(onSettled: () => void) {
  const client = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: (id: number) => ask('deleteQuestion', { params: { id } }),
    onSuccess: ({ message }) => {
      if (message) toastDone(message)
      return client.invalidateQueries({ queryKey: ['getAdminQuestions'] })
    },
    onError: (fault) => toastError(fault.message),
    onSettled,
  })
}
