/** Puts the focus on a field, or on the first part of it, once what is wrong stands there. */
export function focusField(within: HTMLElement | null, name: string): void {
  requestAnimationFrame(() => {
    within?.querySelector<HTMLElement>(`[name="${name}"], [name^="${name}."]`)?.focus()
  })
}
