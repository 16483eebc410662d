const ORDER = ['top', 'rail', 'statement', 'editor', 'results', 'actions']
const FOCUSABLE = '.cm-content, button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]'

/** The place of work: the editor, or the options of a question. */
const workIn = (pane: ParentNode): HTMLElement | null => pane.querySelector('.cm-content, input')

/** Moves the focus to where one works on, as after something that was read and is gone. */
export function toWork(): void {
  const pane = document.querySelector('[data-pane="editor"]')
  if (pane) workIn(pane)?.focus()
}

/** The same, if what had the focus can be used no more: a person who goes by keyboard would begin at the top again. */
export function toWorkIfNowhere(): void {
  const { activeElement, body } = document
  if (activeElement === null || activeElement === body || activeElement.matches(':disabled')) toWork()
}

/** Moves the focus to the next pane that is on the screen, in the order in which they are read. */
export function nextPane(): void {
  const panes = ORDER.flatMap((name) => [
    ...document.querySelectorAll<HTMLElement>(`[data-pane="${name}"]`),
  ]).filter((pane) => pane.offsetParent !== null)
  const here = panes.findIndex((pane) => pane.contains(document.activeElement))
  // A question's text has nothing that takes the focus.
  for (const pane of [...panes.slice(here + 1), ...panes.slice(0, here + 1)]) {
    const work = pane.dataset.pane === 'editor' ? workIn(pane) : null
    const target = work ?? pane.querySelector<HTMLElement>(FOCUSABLE)
    if (!target) continue
    target.focus()
    return
  }
}
