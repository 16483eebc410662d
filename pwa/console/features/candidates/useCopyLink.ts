import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import { ask } from '../../http/ask.ts'

/** Reads a candidate's link from the server, which notes it, and puts it on the clipboard. */
export function useCopyLink() {
  const client = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: async (ref: string) => {
      const { data } = await ask<{ link: string }>('postAttemptLink', { params: { ref }, body: {} })
      try {
        await navigator.clipboard.writeText(data.link)
        return 'Link copied. It is this candidate’s alone.'
      } catch {
        // Over plain http there is no clipboard: the link is shown, to be copied by hand.
        window.prompt('Copy this link:', data.link)
        return null
      }
    },
    onSuccess: (words) => words && toastDone(words),
    onError: (fault) => {
      toastError(fault.message)
      void client.invalidateQueries()
    },
  })
}
