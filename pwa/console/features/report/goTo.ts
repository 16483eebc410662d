/** Brings a heading into view and the keyboard with it. */
export function goTo(id: string): void {
  const target = document.getElementById(id)
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  target?.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth', block: 'start' })
  target?.focus({ preventScroll: true })
}
