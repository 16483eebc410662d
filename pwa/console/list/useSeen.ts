import { useEffect, useRef } from 'react'

/** A ref for an element whose coming into view is told. */
export function useSeen(onSeen: () => void) {
  const element = useRef<HTMLDivElement>(null)
  const tell = useRef(onSeen)
  tell.current = onSeen
  useEffect(() => {
    const target = element.current
    if (!target) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) tell.current()
      },
      { rootMargin: '200px' },
    )
    observer.observe(target)
    return () => observer.disconnect()
  })
  return element
}
