import { useMutation, useQueryClient } from '@tanstack/react-query'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import { useFileDownload } from '../../kit/download/useFileDownload.ts'
import { request } from '../../kit/http/request.ts'

/** The call that deletes, the lists read anew then, and the words used if the server says nothing. */
const kinds = {
  problem: {
    call: 'deleteProblem',
    lists: ['getProblems', 'getProblemsList'],
    done: consoleTexts.problemDeleted,
  },
  question: { call: 'deleteQuestion', lists: ['getAdminQuestions'], done: null },
} as const

/** Takes a problem or a question out of the bank; the list and whoever picks from it read anew. */
export function useDelete(kind: keyof typeof kinds, onSettled: () => void) {
  const client = useQueryClient()
  const { call, lists, done } = kinds[kind]
  return useMutation({
    networkMode: 'always',
    mutationFn: (id: number) => request(call, { params: { id } }),
    onSuccess: ({ message }) => {
      const words = message ?? done
      if (words) toastDone(words)
      return Promise.all(lists.map((list) => client.invalidateQueries({ queryKey: [list] })))
    },
    onError: (error) => toastError(error.message),
    onSettled,
  })
}

/** A problem as a file that another Holdfast, or another system of the ICPC form, reads. */
export function usePackageDownload(problemId: number) {
  const { mutate, isPending } = useFileDownload()
  return { isPending, download: () => mutate({ call: 'getProblemPackage', params: { id: problemId } }) }
}
