import { useEffect, useRef } from 'react'

/** A box that scrolls sideways: marked with `data-more` while there is something beyond its right edge. */
export function useScrollCue<T extends HTMLElement>() {
  const ref = useRef<T>(null)
  useEffect(() => {
    const box = ref.current
    if (!box) return
    const look = () => {
      box.toggleAttribute('data-more', box.scrollLeft + box.clientWidth < box.scrollWidth - 1)
    }
    const sizes = new ResizeObserver(look)
    sizes.observe(box)
    for (const child of box.children) sizes.observe(child)
    box.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      box.removeEventListener('scroll', look)
    }
  }, [])
  return ref
}
