import { formatDateTime } from '../format.ts'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/Modal.tsx'

export interface Holder {
  deviceName: string
  since: string | null
}

interface TakeOverProps {
  holder: Holder
  busy: boolean
  onTake: () => void
  onStay: () => void
}

export function TakeOver({ holder, busy, onTake, onStay }: TakeOverProps) {
  const since = holder.since ? `, since ${formatDateTime(new Date(holder.since))}` : ''
  return (
    <Modal
      title={`This test is open on ${holder.deviceName}. Continue here?`}
      onClose={onStay}
      actions={
        <>
          <Button onClick={onStay}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={onTake}>
            Continue here
          </Button>
        </>
      }
    >
      <p>
        It is open on {holder.deviceName}
        {since}. If you continue here, that device becomes read-only. Unsent work follows as soon as that
        device is online. If you change the same item here, your change here counts and the other is kept for
        the staff.
      </p>
    </Modal>
  )
}
