import { MessageCircleQuestion, X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { useAttempt } from '../hooks/useAttempt.ts'
import './support-chat.css'

/**
 * The support's chat, where the operator named one. It is somebody else's program: a frame on its own origin, loaded when
 * it is asked for, without the test's address or token, that can open no window and lead the page nowhere.
 */
export default function SupportChat({ url }: { url: string }) {
  const [open, setOpen] = useState(false)
  const online = useAttempt((snapshot) => snapshot.connection.state === 'online')
  return (
    <>
      <IconButton
        size="small"
        label="Support chat"
        aria-expanded={open}
        disabledReason={online || open ? undefined : 'The chat needs a connection'}
        icon={<MessageCircleQuestion size={16} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <section className="support-chat" aria-label="Support chat">
          <header>
            <h2>Support chat</h2>
            <IconButton
              size="small"
              label="Close the chat"
              icon={<X size={16} strokeWidth={1.75} aria-hidden="true" />}
              onClick={() => setOpen(false)}
            />
          </header>
          {online ? (
            <iframe
              title="Support chat"
              src={url}
              sandbox="allow-scripts allow-forms allow-same-origin"
              referrerPolicy="no-referrer"
              allow=""
            />
          ) : (
            <p role="status">
              You are offline. The chat comes back with the connection; your test continues.
            </p>
          )}
        </section>
      )}
    </>
  )
}
