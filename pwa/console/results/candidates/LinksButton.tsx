import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { plural } from '#contract/plural.ts'
import { SteadyButton } from '#pwa/ui/SteadyButton.tsx'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import type { Subject } from '../../drives/subject/useSubject.ts'
import { saveFile, timestamp } from '../../kit/download/useFileDownload.ts'
import { request } from '../../kit/http/request.ts'

/** Hands over the links of all candidates as one file: the way to them where no mail goes out. */
export function LinksButton({ subject }: { subject: Subject }) {
  const client = useQueryClient()
  const file = useMutation({
    networkMode: 'always',
    mutationFn: () =>
      request('postCandidateLinks', {
        params: { driveId: subject.id },
        body: {},
      }),
    onSuccess: ({ data }) => {
      saveFile(`${subject.kind}-${subject.id}-links-${timestamp()}.csv`, data.csv)
      toastDone(`${plural(data.links, 'link')} downloaded. Each is for one candidate only.`)
    },
    onError: (error) => {
      toastError(error.message)
      void client.invalidateQueries()
    },
  })
  return (
    <SteadyButton
      variant="outline"
      loading={file.isPending}
      loadingText="Download links"
      onClick={() => file.mutate()}
    >
      <FileDown aria-hidden />
      Download links
    </SteadyButton>
  )
}
