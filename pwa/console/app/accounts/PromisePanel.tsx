import { Box, chakra, SimpleGrid, Text } from '@chakra-ui/react'
import { FileClock, HardDriveDownload, ListChecks } from 'lucide-react'

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
function RootDrawing() {
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

const points = [
  {
    icon: HardDriveDownload,
    name: 'Kept on the device first',
    text: 'An answer is written to disk before it is shown as saved.',
  },
  {
    icon: ListChecks,
    name: 'Counted exactly once',
    text: 'Each change has its own number and hash, so the server accepts it only once.',
  },
  {
    icon: FileClock,
    name: 'Shown as it happened',
    text: 'The report shows what was done offline and when it arrived.',
  },
] as const

/** The panel beside the login; the same in both themes. */
export function PromisePanel() {
  return (
    <Box
      as="aside"
      aria-label="About Holdfast"
      hideBelow="lg"
      bg="deep"
      color="deep.ink"
      display="grid"
      gridTemplateRows="minmax(0, 1fr) auto"
      minH="100dvh"
    >
      <Box overflow="hidden" minH="0">
        <RootDrawing />
      </Box>
      <Box px="16" pb="12">
        <Text fontSize="1.75rem" lineHeight="2.25rem" fontWeight="600" maxW="30rem" letterSpacing="-0.015em">
          No candidate loses an answer to a bad connection.
        </Text>
        <SimpleGrid columns={3} gap="8" mt="10" pt="6" borderTopWidth="1px" borderColor="deep.line">
          {points.map(({ icon: Icon, name, text }) => (
            <Box key={name} textStyle="sm">
              <chakra.span color="deep.accent" asChild>
                <Icon size={18} aria-hidden />
              </chakra.span>
              <Text fontWeight="600" mt="3" mb="1">
                {name}
              </Text>
              <Text color="deep.ink-2">{text}</Text>
            </Box>
          ))}
        </SimpleGrid>
      </Box>
    </Box>
  )
}
