import { useEffect, useState } from 'react'
import { hearAnnouncements } from './announcements.ts'

/**
 * Speaks what is announced while it stands. Behind an open dialog the browser mutes the page, so the page has one and
 * each dialog its own; what was said before it opened it does not repeat.
 */
export function Announcer() {
  const [words, setWords] = useState('')
  useEffect(() => hearAnnouncements(setWords), [])
  return (
    <p className="visually-hidden" role="status">
      {words}
    </p>
  )
}
