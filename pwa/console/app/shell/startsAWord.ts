/** Whether what is typed is how a word of a name begins: 'log' finds 'Audit Log', 'back' no 'Feedbacks'. */
export function startsAWord(name: string, typed: string): boolean {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return false
  const words = name.toLowerCase()
  return words.startsWith(wanted) || words.includes(` ${wanted}`)
}
