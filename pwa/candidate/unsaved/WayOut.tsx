import { useEffect } from 'react'
import type { AttemptClient } from '#pwa/attempt/api.ts'
import { copyText } from '../takeAway.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Glyph } from '../ui/Glyph.tsx'
import { toast } from '../ui/toasts.ts'
import { downloadWork, givenWork } from './workAsText.ts'

/** Work that stands in this page only goes with it, so the browser asks before that. */
function useWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
}

/** All work as text on the clipboard. */
export function CopyWork({ actor }: { actor: AttemptClient }) {
  const copy = () =>
    copyText(givenWork(actor)).then(
      () => toast('ok', 'Your work is on the clipboard.'),
      () => toast('bad', 'The browser refused the clipboard. Download it instead.'),
    )
  return (
    <Button size="small" onClick={copy}>
      Copy
    </Button>
  )
}

/** The work for whoever has to keep it elsewhere. */
export function WayOut({ actor }: { actor: AttemptClient }) {
  useWarning()
  return (
    <>
      <CopyWork actor={actor} />
      <Button size="small" onClick={() => downloadWork(actor)}>
        Download
      </Button>
    </>
  )
}

/** In sight as long as this device could not keep everything. */
export function UnsavedBanner({ actor }: { actor: AttemptClient }) {
  return (
    <Banner tone="bad" icon={<Glyph name="unsaved" size={16} />} side={<WayOut actor={actor} />}>
      Not saved on this device yet. Saving is tried again every few seconds; leave this page open.
    </Banner>
  )
}
