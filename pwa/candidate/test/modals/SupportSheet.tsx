import type { DriveView } from '#pwa/actors/views.ts'
import { WhomToAsk } from '../../shell/WhomToAsk.tsx'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'

/** Whom to ask during the test, and what asking by mail costs. */
export default function SupportSheet({ view, onClose }: { view: DriveView; onClose: () => void }) {
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
      <p>Opening your mail takes you out of the test. Use a telephone or another device where you can.</p>
    </Modal>
  )
}
