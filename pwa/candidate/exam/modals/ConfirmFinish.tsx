import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import { Modal } from '../../ui/Modal.tsx'
import './confirm-finish.css'
import { useAttemptClient } from '../hooks/useAttempt.ts'
import { type Flagged, openEnds } from './finishFacts.ts'

interface ConfirmFinishProps {
  busy: boolean
  flagged: Flagged
  onStay: () => void
  onFinish: () => void
}

export function ConfirmFinish({ busy, flagged, onStay, onFinish }: ConfirmFinishProps) {
  const actor = useAttemptClient()
  const [open] = useState(() => openEnds(actor.getSnapshot(), flagged))
  return (
    <Modal
      title="Finish the test?"
      onClose={onStay}
      actions={
        <>
          <Button onClick={onStay}>Keep working</Button>
          <Button variant="primary" busy={busy} onClick={onFinish}>
            Finish the test
          </Button>
        </>
      }
    >
      {open.length > 0 ? (
        <ul className="open-ends">
          {open.map((line) => (
            <li key={line}>
              <Glyph name="warn" /> {line}
            </li>
          ))}
        </ul>
      ) : (
        <p className="open-ends is-done">
          <Glyph name="ok" /> Everything is answered and submitted.
        </p>
      )}
      <p>After this you cannot change anything.</p>
    </Modal>
  )
}
