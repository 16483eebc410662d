import { type RefObject, useEffect } from 'react'

const ROWS = 'tr, article, li'
const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled)'
/** A dialog that asked closes a moment after the row went. */
const MAX_FRAMES = 90

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body

/**
 * A row that goes away under the focus leaves it to the next one, or to the page where there is none: whoever goes by
 * keyboard would begin at the top again. One place for every list, because rows go in the same way everywhere.
 */
export function useFocusAfterRemoval(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = page.current
    if (!root) return
    let place: { row: Element; list: Element; index: number; page: string } | null = null
    let frame = 0
    const onFocus = (event: FocusEvent) => {
      const row = event.target instanceof Element ? event.target.closest(ROWS) : null
      const list = row?.parentElement
      place =
        row && list ? { row, list, index: [...list.children].indexOf(row), page: location.pathname } : null
    }
    const settle = (list: Element, index: number, left = MAX_FRAMES) => {
      if (left === 0) return
      if (!isNowhere()) {
        // It is still in the dialog that asked, or somebody moved on.
        if (!root.contains(document.activeElement))
          frame = requestAnimationFrame(() => settle(list, index, left - 1))
        return
      }
      // With its last row the list itself may go.
      const next = list.isConnected ? (list.children[index] ?? list.children[index - 1]) : undefined
      const target = next?.querySelector<HTMLElement>(FOCUSABLE) ?? root
      target.focus()
    }
    const observer = new MutationObserver(() => {
      if (!place || place.row.isConnected) return
      const { list, index, page: before } = place
      place = null
      // Another page sets the focus by itself.
      if (!list.isConnected && before !== location.pathname) return
      frame = requestAnimationFrame(() => settle(list, index))
    })
    root.addEventListener('focusin', onFocus)
    observer.observe(root, { childList: true, subtree: true })
    return () => {
      root.removeEventListener('focusin', onFocus)
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [page])
}
