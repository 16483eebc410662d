import type { DriveView } from '#contract/views/candidate.ts'
import { WhomToAsk } from '../../shell/WhomToAsk.tsx'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'

/** Whom to ask about the test, and what leaving it for that costs. */
const leaving: Record<DriveView['leave_policy'], string> = {
  end: 'Leaving this window ends your test.',
  warn: 'Leaving this window counts against you.',
  log: 'Leaving this window is recorded.',
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
          {view.organization_name} answers during the test: <WhomToAsk view={view} isPlain />
          {view.support_email && view.support_phone && `, ${view.support_phone}`}.
        </p>
      ) : (
        <p>
          {view.organization_name} has named no contact here. Questions after the test? Reply to your
          invitation email.
        </p>
      )}
      <p>{leaving[policy]}</p>
    </Modal>
  )
}
