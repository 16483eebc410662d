import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import { ask } from './ask.ts'

/** The calls that tell a link, by the name of what their path asks for. */
const links = {
  candidate: { call: 'postAttemptLink', by: 'ref' },
  colleague: { call: 'postUserLink', by: 'id' },
  signUp: { call: 'postSignupRequestLink', by: 'id' },
} as const

/** Reads the link of one person from the server, which notes it, and puts it on the clipboard. */
export function useCopyLink(of: keyof typeof links) {
  const client = useQueryClient()
  const { call, by } = links[of]
  return useMutation({
    networkMode: 'always',
    mutationFn: async (whose: string | number) => {
      const { data } = await ask<{ link: string }>(call, { params: { [by]: whose }, body: {} })
      try {
        await navigator.clipboard.writeText(data.link)
        return `Link copied. It is for this ${of === 'candidate' ? 'candidate' : 'person'} only.`
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
