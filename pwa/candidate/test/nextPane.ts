const ORDER = ['top', 'rail', 'statement', 'editor', 'results', 'actions']
const FOCUSABLE = '.cm-content, button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]'

/** What is worked in: the editor, or the options of a question. */
const workIn = (pane: ParentNode): HTMLElement | null => pane.querySelector('.cm-content, input')

/** Moves the focus to where one works on, as after something that was read and is gone. */
export function toWork(): void {
  const pane = document.querySelector('[data-pane="editor"]')
  if (pane) workIn(pane)?.focus()
}

/** Moves the focus to the next pane that is on the screen, in the order in which they are read. */
export function nextPane(): void {
  const panes = ORDER.flatMap((name) => [
    ...document.querySelectorAll<HTMLElement>(`[data-pane="${name}"]`),
  ]).filter((pane) => pane.offsetParent !== null)
  const here = panes.findIndex((pane) => pane.contains(document.activeElement))
  const next = panes[(here + 1) % panes.length]
  const target = next?.dataset.pane === 'editor' ? workIn(next) : null
  const first = target ?? next?.querySelector<HTMLElement>(FOCUSABLE)
  first?.focus()
}
