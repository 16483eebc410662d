import { useMutation, useQueryClient } from '@tanstack/react-query'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import { ask } from '../../http/ask.ts'

/** Takes a problem out of the bank; the list and whoever picks from it read anew. */
export function useDeleteProblem(onSettled: () => void) {
  const client = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: (id: number) => ask('deleteProblem', { params: { id } }),
    onSuccess: ({ message }) => {
      toastDone(message ?? consoleTexts.problemDeleted)
      return Promise.all(
        ['getProblems', 'getProblemsList'].map((call) => client.invalidateQueries({ queryKey: [call] })),
      )
    },
    onError: (fault) => toastError(fault.message),
    onSettled,
  })
}
