import { Box, chakra, SimpleGrid, Text } from '@chakra-ui/react'
import { FileClock, HardDriveDownload, ListChecks } from 'lucide-react'
import { RootDrawing } from './RootDrawing.tsx'

const points = [
  {
    icon: HardDriveDownload,
    name: 'Kept on the device first',
    text: 'An answer is written to the disk before it is shown as saved.',
  },
  {
    icon: ListChecks,
    name: 'Counted exactly once',
    text: 'Each change has its number and its hash; the server takes it once.',
  },
  {
    icon: FileClock,
    name: 'Shown as it was',
    text: 'The report tells what was made offline, and when it arrived.',
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
