import { Copy, FileDown, Info, Mail, Phone } from 'lucide-react'
import type { ReceiptFile } from '#contract/receipt.ts'
import { groupCode } from '../format.ts'
import { routes } from '../routes.ts'
import type { SupportContact } from '../shell/WhomToAsk.tsx'
import { copyText, offerFile } from '../takeAway.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toasts.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

interface ReceiptProps {
  code: string
  /** The whole receipt; null where only its code is known. */
  file: ReceiptFile | null
  complete: boolean
  /** Although it is not complete, none follows. */
  isLast?: boolean
}

export function Receipt({ code, file, complete, isLast = false }: ReceiptProps) {
  const shown = groupCode(code)
  const copy = () =>
    copyText(shown).then(
      () => toast('ok', 'The receipt code is on the clipboard.'),
      () => toast('warn', 'The browser refused the clipboard. Write the code down.'),
    )
  return (
    <section className="receipt card" aria-labelledby="receipt">
      <h2 id="receipt">Receipt code</h2>
      <div>
        <output>{shown}</output>
        <Button size="small" icon={<Copy {...icon} size={14} />} onClick={copy}>
          Copy
        </Button>
      </div>
      <p>
        {complete
          ? 'It proves that the server has your work. Keep it until you have your result.'
          : `It proves what is listed under “On the server”. ${isLast ? 'Keep it until you have your result.' : 'A newer code follows once the rest has arrived.'}`}
      </p>
      <p className="receipt-ways">
        {file && (
          <Button
            size="small"
            icon={<FileDown {...icon} size={14} />}
            onClick={() => offerFile(new Blob([JSON.stringify(file, null, 2)]), `receipt-${shown}.json`)}
          >
            Save as a file
          </Button>
        )}
        <a href={`${routes.receipt}?code=${shown}`}>Check it</a>
      </p>
    </section>
  )
}

/** On a device that came to the test after its end. */
export function NoReceipt() {
  return (
    <section className="receipt card" aria-labelledby="receipt">
      <h2 id="receipt">Receipt code</h2>
      <p>The test had ended before it was opened here. Its receipt code is on the device it ended on.</p>
    </section>
  )
}

export function AskCard({ contact }: { contact: SupportContact }) {
  return (
    <section className="ask card" aria-labelledby="ask">
      <h2 id="ask">Contact</h2>
      <p>{[contact.support_name, contact.organization_name].filter(Boolean).join(', ')}</p>
      {contact.support_email && (
        <a href={`mailto:${contact.support_email}`}>
          <Mail {...icon} /> {contact.support_email}
        </a>
      )}
      {contact.support_phone && (
        <a href={`tel:${contact.support_phone}`}>
          <Phone {...icon} /> {contact.support_phone}
        </a>
      )}
    </section>
  )
}

export function LidNote() {
  return (
    <p className="lid-note">
      <Info {...icon} /> You can close your laptop: sending continues when you open this page again.
    </p>
  )
}
