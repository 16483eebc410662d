import { useEffect } from 'react'

const TABBABLE =
  'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"], iframe'

/** The elements that Tab goes through, in its order: those of an open dialog alone, else those of the page. */
function stopsOf(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(TABBABLE)].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.matches(':disabled') &&
      !element.closest('[inert]') &&
      element.checkVisibility({ visibilityProperty: true }),
  )
}

/** Radio buttons of one name are one stop, wherever among them the focus is. */
const isStop = (stop: HTMLElement | undefined, active: Element | null): boolean =>
  stop === active ||
  (stop instanceof HTMLInputElement &&
    active instanceof HTMLInputElement &&
    stop.type === 'radio' &&
    active.type === 'radio' &&
    stop.name === active.name)

/**
 * While leaving the page ends the test, Tab leads from its last place to its first and back, and not into the browser's
 * own bars, because nobody's test may end by one key too many. A person who wants to leave has the browser's keys for
 * that.
 */
export function useTabInside(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const keep = (event: KeyboardEvent): void => {
      if (event.key !== 'Tab' || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey)
        return
      const dialogs = document.querySelectorAll('dialog:modal')
      const stops = stopsOf(dialogs.item(dialogs.length - 1) ?? document)
      const active = document.activeElement
      const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
      if (!isStop(from, active) && !(event.shiftKey && active === document.body)) return
      event.preventDefault()
      to?.focus()
    }
    addEventListener('keydown', keep)
    return () => removeEventListener('keydown', keep)
  }, [isOn])
}
