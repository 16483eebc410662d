import { useState } from 'react'
import { NO_TEST } from '#pwa/attempt/db/append.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { UnsavedBanner, WayOut } from '../../unsaved/WayOut.tsx'
import { useAttempt, useAttemptClient } from '../hooks/useAttempt.ts'

/** The browser's own words, for whoever is asked for help. */
const Fault = ({ fault }: { fault: string }) => (
  <details>
    <summary>What the browser says</summary>
    <p>{fault || 'Nothing.'}</p>
  </details>
)

function Alarm({ fault }: { fault: string }) {
  const actor = useAttemptClient()
  const [isRead, setRead] = useState(false)
  if (isRead) return <UnsavedBanner actor={actor} />
  return (
    <Modal
      title="Your last change is not saved"
      alert
      actions={
        <>
          <WayOut actor={actor} />
          <Button variant="primary" onClick={() => setRead(true)}>
            Keep working
          </Button>
        </>
      }
    >
      <p>
        {fault === NO_TEST
          ? 'This page’s data was deleted in the browser.'
          : 'This device could not keep it: make room, leaving the page for that does not count.'}{' '}
        It is on this page only, and saving is tried again every few seconds. Copy or download your work, and
        do not close the page.
      </p>
      <Fault fault={fault} />
    </Modal>
  )
}

/** Not saved: first it blocks until it was read, then it stays in sight until everything is kept. The next time it blocks again. */
export function Unsaved() {
  const fault = useAttempt((snapshot) => snapshot.storageFault)
  return fault === null ? null : <Alarm fault={fault} />
}
