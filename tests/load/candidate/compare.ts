import { type Figure, median } from '../figures.ts'

/** One round's reference and ours. */
export interface Pair {
  reference: number
  ours: number
}

interface Told extends Pick<Figure, 'name' | 'about' | 'unit' | 'against' | 'notes'> {
  /** The most that ours may be of the reference, */
  ratioAtMost?: number
  /** or the most that it may be by itself. */
  atMost?: number
}

/** The medians of the rounds, and the median of their ratios. */
export function compare(pairs: readonly Pair[], told: Told): Figure {
  const { ratioAtMost, atMost = Infinity, ...rest } = told
  const ratios = pairs.map((pair) => pair.ours / pair.reference)
  const ours = median(pairs.map((pair) => pair.ours))
  const ratio = median(ratios)
  return {
    ...rest,
    reference: median(pairs.map((pair) => pair.reference)),
    ours,
    ratio,
    bar: ratioAtMost === undefined ? `<= ${atMost.toLocaleString('en')} ${told.unit}` : `<= ${ratioAtMost} x`,
    met: ratioAtMost === undefined ? ours <= atMost : ratio <= ratioAtMost,
    ...(pairs.length > 1 && { rounds: ratios }),
  }
}
