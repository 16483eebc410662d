/** Brings a heading into view and the keyboard with it. */
export function goTo(id: string): void {
  const target = document.getElementById(id)
  target?.scrollIntoView({ behavior: 'smooth', block: 'start' })
  target?.focus({ preventScroll: true })
}
