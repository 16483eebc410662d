/** The finding of one readiness check. A warning never blocks. */
export interface Finding {
  state: 'checking' | 'ready' | 'slower' | 'todo' | 'away'
  /** The state in one or two words, as it stands at the right of the row. */
  word: string
  detail: string
  /** The candidate's remedy here and now. */
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

/** All findings in a line. That nothing stops anybody is said only where nothing does. */
export function summary(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  const [waiting, isAway] = [count('todo'), count('away') > 0]
  const so = `${count('ready')} of ${findings.length} ready`
  if (count('checking') > 0) return so
  if (waiting === 0 && !isAway) return `${so}, nothing stops you`
  const tasks = waiting === 1 ? ', one thing to do' : `, ${waiting} things to do`
  return `${so}${waiting > 0 ? tasks : ''}${isAway ? '. The start needs the network.' : ''}`
}
