import { LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import type { TestActor } from '#pwa/actors/testApi.ts'
import { download } from '../download.ts'
import { type Contact, WhomToAsk } from '../shell/WhomToAsk.tsx'
import { Button } from '../ui/Button.tsx'
import { tellFault, toast } from '../ui/toasts.ts'

interface Props {
  actor: TestActor
  /** Until when the server takes it from the device itself. */
  until: string
  /** This device could keep everything: all of it is in the file. */
  isKept: boolean
  tooLate: boolean
  contact: Contact | undefined
}

/** For whoever finds no network any more, or found it too late: the work as a file that only the server can open. */
export function Rescue({ actor, until, isKept, tooLate, contact }: Props) {
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const name = `holdfast-rescue-${actor.attemptId.slice(0, 8)}.json`
      download(await actor.rescueFile(), name)
      toast('ok', `${name} is among your downloads.`)
    } catch (fault) {
      tellFault(fault)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="ask card" aria-labelledby="rescue">
      <h2 id="rescue">{tooLate || !isKept ? 'What you can do' : `No network before ${until}?`}</h2>
      <p>
        {tooLate || !isKept
          ? 'Download the rescue file and send it to '
          : 'Then download the rescue file and send it from another device to '}
        {contact ? <WhomToAsk view={contact} /> : 'whoever invited you'}. It holds your whole test as this
        device has it, and only the server can open it.
        {!isKept && ' What stands on this page only is not in it: copy or download that as well.'}
        {!tooLate && isKept && ' Sending goes on by itself all the same.'}
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
