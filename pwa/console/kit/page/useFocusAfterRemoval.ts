import { type RefObject, useEffect } from 'react'

const ROWS = 'tr, article, li, [data-piece]'
/** A row that says of itself that somebody has to do something with it. */
const WAITING = '[data-piece=waiting]'
const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled)'
/** A dialog that asked closes a moment after the row went. */
const MAX_FRAMES = 90

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body

/** A row's place: once the row is gone nothing tells it any more. */
interface RowPosition {
  row: Element
  list: Element
  index: number
}

/** The rows that a control stands in, the innermost first. */
function rowPositionsOf(control: Element): RowPosition[] {
  const row = control.closest(ROWS)
  const list = row?.parentElement
  return row && list ? [{ row, list, index: [...list.children].indexOf(row) }, ...rowPositionsOf(list)] : []
}

const firstIn = (row: Element | undefined): HTMLElement | null =>
  row?.querySelector<HTMLElement>(FOCUSABLE) ?? null

/** The next control in a row that stays without the focused one: the next that waits, else another one of the row. */
function besideControl(places: readonly RowPosition[]): HTMLElement | null {
  const [inner] = places
  const waiting = [...(places.at(-1)?.row.querySelectorAll(WAITING) ?? [])]
  const isBehind = (one: Element) =>
    Boolean(inner && inner.row.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)
  return (
    firstIn(waiting.find(isBehind) ?? waiting[0]) ??
    places.map(({ row }) => firstIn(row)).find((control) => control !== null) ??
    null
  )
}

/** With its last row the list itself may go: then the row that it stood in tells, if there is one. */
function besideRow(places: readonly RowPosition[]): HTMLElement | null {
  const { list, index } = places.find((place) => place.list.isConnected) ?? {}
  return list && index !== undefined ? firstIn(list.children[index] ?? list.children[index - 1]) : null
}

/**
 * A row or a control of one that goes away under the focus leaves it to the next one, or to the page where there is none:
 * whoever goes by keyboard would begin at the top again. One place for every list, because rows go in the same way
 * everywhere.
 */
export function useFocusAfterRemoval(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = page.current
    if (!root) return
    let focused: { control: Element; places: RowPosition[]; page: string } | null = null
    let frame = 0
    const onFocus = ({ target }: FocusEvent) => {
      const places = target instanceof Element ? rowPositionsOf(target) : []
      focused =
        target instanceof Element && places.length > 0
          ? { control: target, places, page: location.pathname }
          : null
    }
    const settle = (next: () => HTMLElement | null, left = MAX_FRAMES) => {
      if (left === 0) return
      if (isNowhere()) return (next() ?? root).focus()
      // It is still in the dialog that asked, or somebody moved on.
      if (!root.contains(document.activeElement)) frame = requestAnimationFrame(() => settle(next, left - 1))
    }
    const observer = new MutationObserver(() => {
      if (!focused || focused.control.isConnected) return
      const { places, page: before } = focused
      focused = null
      // Another page sets the focus by itself.
      if (before !== location.pathname && !places.some(({ list }) => list.isConnected)) return
      const beside = places[0]?.row.isConnected ? besideControl : besideRow
      frame = requestAnimationFrame(() => settle(() => beside(places)))
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
