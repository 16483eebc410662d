import { cpus, loadavg } from 'node:os'

/** A bench's finding, and how it is told. */
export interface Figure {
  name: string
  /** The measurement, in two lines at most. */
  about: string
  unit: string
  reference: number
  /** The reference, in words. */
  against: string
  ours: number
  ratio: number
  bar: string
  /** Null where no bar is set. */
  met: boolean | null
  /** Each round's ratio, where it was measured in rounds. */
  rounds?: number[]
  notes: string[]
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const high = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? high) + high) / 2
}

/** The smallest value that so many percent of all do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN
}

export const tell = (n: number): string =>
  n >= 1000
    ? Math.round(n).toLocaleString('en')
    : n >= 100
      ? n.toFixed(0)
      : n >= 10
        ? n.toFixed(1)
        : n.toFixed(2)

export const machine = () => ({
  cpus: cpus().length,
  model: cpus()[0]?.model ?? 'unknown',
  node: process.versions.node,
  load: loadavg().map((n) => Number(n.toFixed(2))),
})

export function table(figures: readonly Figure[]): string {
  const rows = [
    ['bench', 'unit', 'reference', 'ours', 'ratio', 'bar', ''],
    ...figures.map((f) => [
      f.name,
      f.unit,
      tell(f.reference),
      tell(f.ours),
      f.ratio.toFixed(f.ratio < 1 ? 3 : 2),
      f.bar,
      f.met === null ? '' : f.met ? 'met' : 'MISSED',
    ]),
  ]
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? []
  const line = (row: string[]): string =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd()
  const details = figures.flatMap((f) => [
    '',
    `${f.name}: ${f.about}`,
    `  against ${f.against}`,
    ...(f.rounds ? [`  ratio by round: ${f.rounds.map((r) => r.toFixed(2)).join(', ')}`] : []),
    ...f.notes.map((note) => `  ${note}`),
  ])
  return [...rows.map(line), ...details].join('\n')
}
