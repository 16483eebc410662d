import { chakra } from '@chakra-ui/react'

const CENTRE = 420

/** One strand of the root, from the top down over the rock; `side` is -1 or 1, `n` counts outwards. */
function strand(n: number, side: 1 | -1): string {
  const x = (d: number) => Math.round(CENTRE + side * d)
  const reach = 44 * n - (n > 4 ? (n - 4) * 4 : 0)
  const bend = 452 - n * 3
  return (
    `M${x(n * 2.6)} 0C${x(n * 4)} 190 ${x(reach)} 300 ${x(reach)} ${bend - 20}` +
    `C${x(reach)} ${bend + 22} ${x(reach * 0.78)} ${bend + 34} ${x(reach * 0.62)} ${bend + 52}`
  )
}
const strands = [1, 2, 3, 4, 5, 6, 7].flatMap((n) => [strand(n, 1), strand(n, -1)])
const rock = [62, 88, 114, 140, 166, 192, 218]

/** The holdfast, large: decoration, hidden from readers. */
export function RootDrawing() {
  return (
    <chakra.svg
      viewBox="0 0 840 580"
      preserveAspectRatio="xMidYMin slice"
      width="full"
      height="full"
      aria-hidden
      stroke="deep.line"
      fill="none"
      strokeWidth="1.5px"
    >
      <path d={`M${CENTRE} 0V512`} />
      {strands.map((d) => (
        <path key={d} d={d} />
      ))}
      {rock.map((rx, index) => (
        <ellipse key={rx} cx={CENTRE} cy="434" rx={rx} ry={rx * 0.6} opacity={1 - index * 0.11} />
      ))}
    </chakra.svg>
  )
}
