import { LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import { UPLOAD_WINDOW_MS } from '#contract/constants.ts'
import type { TestActor } from '#pwa/actors/testApi.ts'
import { download } from '../download.ts'
import { formatDate } from '../format.ts'
import { type Contact, WhomToAsk } from '../shell/WhomToAsk.tsx'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toasts.ts'

interface Props {
  actor: TestActor
  deadlineAt: number
  contact: Contact | undefined
}

/** For whoever finds no network any more: the rest of the work as a file that only the server can open. */
export function Rescue({ actor, deadlineAt, contact }: Props) {
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const name = `holdfast-rescue-${actor.attemptId.slice(0, 8)}.json`
      download(await actor.rescueFile(), name)
      toast('ok', `${name} is among your downloads.`)
    } catch (fault) {
      toast('bad', fault instanceof Error ? fault.message : String(fault))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="ask card" aria-labelledby="rescue">
      <h2 id="rescue">No network before {formatDate(new Date(deadlineAt + UPLOAD_WINDOW_MS))}?</h2>
      <p>
        Then download the rescue file and send it from another device to{' '}
        {contact ? <WhomToAsk view={contact} /> : 'whoever invited you'}. It holds your whole test as this
        device has it, and only the server can open it. Sending goes on by itself all the same.
      </p>
      <Button
        size="small"
        icon={<LifeBuoy size={14} strokeWidth={1.75} aria-hidden="true" />}
        busy={isBusy}
        onClick={save}
      >
        Download rescue file
      </Button>
    </section>
  )
}
