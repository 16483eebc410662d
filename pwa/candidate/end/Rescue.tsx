import { LifeBuoy } from 'lucide-react'
import { useRef, useState } from 'react'
import type { AttemptClient } from '#pwa/attempt/api.ts'
import { type SupportContact, WhomToAsk } from '../shell/WhomToAsk.tsx'
import { offerFile } from '../takeAway.ts'
import { Button } from '../ui/Button.tsx'
import { tellFault, toast } from '../ui/toasts.ts'
import { CopyWork } from '../unsaved/WayOut.tsx'
import { downloadWork } from '../unsaved/workAsText.ts'
import { whyNoFile } from './rescueWay.ts'

interface Props {
  actor: AttemptClient
  /** Until when the server takes it from the device itself. */
  until: string
  /** This device could keep everything: all of it is in the file. */
  isKept: boolean
  tooLate: boolean
  /** The link is no longer valid: nothing is sent until a new one is opened here. */
  isRefused: boolean
  contact: SupportContact | undefined
}

const icon = <LifeBuoy size={14} strokeWidth={1.75} aria-hidden="true" />

/** For whoever finds no network any more, or found it too late: the work as a file that only the server can open. */
export function Rescue({ actor, until, isKept, tooLate, isRefused, contact }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [isTooLarge, setTooLarge] = useState(false)
  const card = useRef<HTMLElement>(null)
  const save = async () => {
    setBusy(true)
    try {
      const name = `holdfast-rescue-${actor.attemptId.slice(0, 8)}.json`
      const file = await actor.rescueFile()
      setTooLarge(file === null)
      if (!file) {
        // The button goes with what it did.
        card.current?.focus()
        return
      }
      offerFile(file, name)
      toast('ok', `${name} is among your downloads.`)
    } catch (error) {
      tellFault(error)
    } finally {
      setBusy(false)
    }
  }
  const isOnlyWay = tooLate || !isKept || isRefused
  const goesOn = !isOnlyWay && ' Sending continues by itself anyway.'
  const title = isOnlyWay ? 'What you can do' : `No network before ${until}?`
  const why = whyNoFile(isTooLarge)
  if (why !== null)
    return (
      <section className="ask card" aria-labelledby="rescue" ref={card} tabIndex={-1}>
        <h2 id="rescue">{title}</h2>
        <p role={isTooLarge ? 'alert' : undefined}>
          {why} Copy your work or download it as text, and send it to{' '}
          {contact ? <WhomToAsk view={contact} /> : 'whoever invited you'}: it shows what you wrote and chose,
          and counts only as they decide. Keep what is on this device.{goesOn}
        </p>
        <div className="safe-next is-ways">
          <CopyWork actor={actor} />
          <Button size="small" icon={icon} onClick={() => downloadWork(actor)}>
            Download as text
          </Button>
        </div>
      </section>
    )
  return (
    <section className="ask card" aria-labelledby="rescue" ref={card} tabIndex={-1}>
      <h2 id="rescue">{title}</h2>
      <p>
        {isOnlyWay
          ? 'Download the rescue file and send it to '
          : 'Then download the rescue file and send it from another device to '}
        {contact ? <WhomToAsk view={contact} /> : 'whoever invited you'}. It holds your whole test as this
        device has it, and only the server can open it.
        {!isKept && ' What is only on this page is not in it: copy or download that as well.'}
        {goesOn}
      </p>
      <Button size="small" icon={icon} busy={isBusy} onClick={save}>
        Download rescue file
      </Button>
    </section>
  )
}
