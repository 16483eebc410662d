import { chakra } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import { trustedTypes } from '#pwa/http/trustedTypes.ts'
import { framed } from './frame.ts'

/** Of the frame below alone, which runs nothing whatever it holds. */
const policy = trustedTypes?.createPolicy('mail', { createHTML: framed })

/** A mail's HTML where it can do nothing: no scripts, no forms; a link opens as in a mail program, in a page of its own. */
export function MailFrame({ title, html }: { title: string; html: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    // Set here, because React would make a plain text of it again.
    if (frame.current) frame.current.srcdoc = policy?.createHTML(html) ?? framed(html)
  }, [html])
  return (
    <chakra.iframe
      ref={frame}
      title={title}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      display="block"
      width="100%"
      height="480px"
      borderWidth="1px"
      borderRadius="l2"
      bg="white"
    />
  )
}
