import { createStore, keepChoice, readChoice, useStore } from './store.ts'

export type ColorMode = 'light' | 'dark'

const KEY = 'holdfast.console.theme'
/** The theme that somebody chose; null: as the system has it. */
const chosen = createStore(() => readChoice<ColorMode>(KEY, ['light', 'dark']))
const mode = createStore(current)

const system = () => matchMedia('(prefers-color-scheme: dark)')

function current(): ColorMode {
  return chosen.get() ?? (system().matches ? 'dark' : 'light')
}

function apply(): void {
  document.documentElement.dataset.theme = current()
  mode.set(current())
}

/** Before the first render, so that nobody sees the other theme flash. */
export function startColorMode(): void {
  apply()
  system().addEventListener('change', apply)
  // Paper is light.
  addEventListener('beforeprint', () => {
    document.documentElement.dataset.theme = 'light'
  })
  addEventListener('afterprint', apply)
}

export function toggleColorMode(): void {
  chosen.set(current() === 'dark' ? 'light' : 'dark')
  keepChoice(KEY, current())
  apply()
}

export const useColorMode = (): ColorMode => useStore(mode)
