const ORDER = ['top', 'rail', 'statement', 'editor', 'results', 'actions']
const FOCUSABLE = '.cm-content, button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]'

/** Moves the focus to the next pane that is on the screen, in the order in which they are read. */
export function nextPane(): void {
  const panes = ORDER.flatMap((name) => [
    ...document.querySelectorAll<HTMLElement>(`[data-pane="${name}"]`),
  ]).filter((pane) => pane.offsetParent !== null)
  const here = panes.findIndex((pane) => pane.contains(document.activeElement))
  const next = panes[(here + 1) % panes.length]
  const target =
    next?.dataset.pane === 'editor' ? next.querySelector<HTMLElement>('.cm-content, input') : null
  const first = target ?? next?.querySelector<HTMLElement>(FOCUSABLE)
  first?.focus()
}
