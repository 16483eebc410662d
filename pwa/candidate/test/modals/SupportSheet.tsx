import type { DriveView } from '#pwa/actors/views.ts'
import { WhomToAsk } from '../../shell/WhomToAsk.tsx'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'

/** Whom to ask during the test, and what asking by mail costs. */
const leaving: Record<DriveView['leave_policy'], string> = {
  end: 'Leaving this window, for your mail too, ends your test. Use a telephone.',
  warn: 'Leaving this window, for your mail too, counts against you. Use a telephone where you can.',
  log: 'Leaving this window, for your mail too, is recorded.',
}

interface SupportSheetProps {
  view: DriveView
  /** As it counts now. */
  policy: DriveView['leave_policy']
  onClose: () => void
}

export default function SupportSheet({ view, policy, onClose }: SupportSheetProps) {
  return (
    <Modal title="Support" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      {view.support_email || view.support_phone ? (
        <p>
          {view.organization_name} answers during the test: <WhomToAsk view={view} />
          {view.support_email && view.support_phone && `, ${view.support_phone}`}.
        </p>
      ) : (
        <p>
          {view.organization_name} has named no contact here. Answer to the mail that invited you, or ask
          whoever told you of this test.
        </p>
      )}
      <p>{leaving[policy]}</p>
    </Modal>
  )
}
