import { plural } from '#contract/plural.ts'

/**
 * What a banner about the connection promises of the work: everything is here, unless this device could not keep it. Then
 * another banner says that, and this one promises nothing.
 */
export const keptHere = (isKept: boolean): string =>
  isKept ? 'Keep working: everything is kept on this device.' : ''

/** The same in numbers, once it takes long. */
export function waitsHere(isKept: boolean, waiting: number): string {
  const [waits, are] = waiting === 1 ? ['waits', 'is'] : ['wait', 'are']
  const changes = `${plural(waiting, 'change')} ${waits} on this device and ${are} sent when the network is back.`
  if (isKept) return `Keep working: ${changes}`
  return waiting === 0 ? '' : changes
}
