/** What one readiness check found. A warning never blocks. */
export interface Finding {
  state: 'checking' | 'ready' | 'slower' | 'todo' | 'away'
  /** The state in one or two words, as it stands at the right of the row. */
  word: string
  detail: string
  /** What the candidate can do about it here and now. */
  action?: { label: string; run: () => Promise<Finding> }
}

export const checking: Finding = { state: 'checking', word: 'Checking', detail: '' }
export const ready = (detail: string): Finding => ({ state: 'ready', word: 'Ready', detail })
export const slower = (word: string, detail: string): Finding => ({ state: 'slower', word, detail })
export const todo = (word: string, detail: string, action?: Finding['action']): Finding => ({
  state: 'todo',
  word,
  detail,
  action,
})
/** The server is not in reach now. */
export const away = (detail: string): Finding => ({ state: 'away', word: 'Offline', detail })
