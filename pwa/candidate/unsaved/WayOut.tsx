import { useEffect } from 'react'
import type { TestActor } from '#pwa/actors/testApi.ts'
import { download } from '../download.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toasts.ts'
import { workAsText } from './workAsText.ts'

/** What stands in this page only goes with it: the browser asks before that. */
function useWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
}

/** The work for whoever has to keep it elsewhere. */
export function WayOut({ actor }: { actor: TestActor }) {
  useWarning()
  const copy = () =>
    navigator.clipboard.writeText(workAsText(actor)).then(
      () => toast('ok', 'Your work is on the clipboard.'),
      () => toast('bad', 'The browser refused the clipboard. Download it instead.'),
    )
  const save = () => download(new Blob([workAsText(actor)], { type: 'text/plain' }), 'holdfast-my-work.txt')
  return (
    <>
      <Button size="small" onClick={copy}>
        Copy
      </Button>
      <Button size="small" onClick={save}>
        Download
      </Button>
    </>
  )
}
