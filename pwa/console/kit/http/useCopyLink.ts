import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import { request } from './request.ts'

/** The calls that tell a link. */
const links = {
  candidate: (ref: string | number) => request('postAttemptLink', { params: { ref }, body: {} }),
  colleague: (id: string | number) => request('postUserLink', { params: { id }, body: {} }),
  signUp: (id: string | number) => request('postSignupRequestLink', { params: { id }, body: {} }),
}

interface Whose {
  whose: string | number
  /** Who that is, in words. */
  of: string
}

/** Reads the link of one person from the server, which notes it, and puts it on the clipboard. */
export function useCopyLink(of: keyof typeof links) {
  const client = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ whose }: Whose) => {
      const { data } = await links[of](whose)
      try {
        await navigator.clipboard.writeText(data.link)
        return `Link copied. It is for this ${of === 'candidate' ? 'candidate' : 'person'} only.`
      } catch {
        // Over plain http there is no clipboard: the link is shown, to be copied by hand.
        window.prompt('Copy this link:', data.link)
        return null
      }
    },
    onSuccess: (words, { of }) => words && toastDone(words, of),
    onError: (error) => {
      toastError(error.message)
      void client.invalidateQueries()
    },
  })
}
