import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'

/** Before what was written is replaced. */
export default function ResetModal({ onClose, onReset }: { onClose: () => void; onReset: () => void }) {
  return (
    <Modal
      title="Go back to the starter code?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep my code</Button>
          <Button variant="danger" onClick={onReset}>
            Replace my code
          </Button>
        </>
      }
    >
      <p>
        What you have written for this problem in this language is replaced by the code it started with. Undo
        in the editor brings it back, as long as this page stays open.
      </p>
    </Modal>
  )
}
