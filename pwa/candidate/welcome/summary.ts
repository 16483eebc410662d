import type { Finding } from './checks/check.ts'

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
