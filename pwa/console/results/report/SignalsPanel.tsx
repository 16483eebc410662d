import { Box, chakra, Heading, HStack, Text } from '@chakra-ui/react'
import { AppWindow, CameraOff, Copy, type LucideIcon, Maximize, MonitorCog, Scale } from 'lucide-react'
import { formatSpan, formatTime } from '../../kit/format/dates.ts'
import type { Noticed, SignalKind } from './signals.ts'

const kinds: readonly { kind: SignalKind; icon: LucideIcon; name: string }[] = [
  { kind: 'focus', icon: AppWindow, name: 'Left the window' },
  { kind: 'fullScreen', icon: Maximize, name: 'Left full screen' },
  { kind: 'copy', icon: Copy, name: 'Tried to copy' },
  { kind: 'camera', icon: CameraOff, name: 'Camera lost' },
  { kind: 'device', icon: MonitorCog, name: 'Device' },
]

function lengthOf(item: Noticed): string {
  if (item.isOpen) return 'end unknown'
  return item.seconds === null ? '' : formatSpan(item.seconds)
}

/** The signals that the page noticed, in groups, each with its moments and lengths. */
export function SignalsPanel({ noticed }: { noticed: readonly Noticed[] }) {
  return (
    <Box as="section" aria-labelledby="signals" p="5" borderTopWidth="1px">
      <Heading as="h2" id="signals" textStyle="md" fontWeight="600" mb="3">
        Signals
      </Heading>
      <HStack alignItems="flex-start" gap="3" borderWidth="1px" borderRadius="8px" bg="bg" p="3" mb="4">
        <Box pt="0.5" color="fg.subtle">
          <Scale size={16} aria-hidden />
        </Box>
        <Text textStyle="sm" color="fg.muted">
          Signals alone prove nothing. Look at what happened around them, and ask the candidate.
        </Text>
      </HStack>
      {noticed.length === 0 && (
        <Text color="fg.muted" textStyle="sm">
          None recorded.
        </Text>
      )}
      {kinds.map(({ kind, icon: Icon, name }) => {
        const items = noticed.filter((item) => item.kind === kind)
        if (items.length === 0) return null
        const seconds = items.reduce((sum, item) => sum + (item.seconds ?? 0), 0)
        return (
          <Box key={kind} mb="3.5">
            <HStack gap="2.5" fontWeight="600" textStyle="sm">
              <Icon size={16} aria-hidden />
              <Heading as="h3" textStyle="sm" fontWeight="600">
                {name}
              </Heading>
              <chakra.span ms="auto" fontVariantNumeric="tabular-nums">
                {items.length} ×{seconds > 0 && kind !== 'device' ? `, ${formatSpan(seconds)}` : ''}
              </chakra.span>
            </HStack>
            <chakra.ul listStyle="none" ps="26px" mt="1" textStyle="xs" color="fg.subtle">
              {items.map((item) => (
                <chakra.li
                  key={`${item.at}${item.name}`}
                  display="flex"
                  gap="3"
                  fontVariantNumeric="tabular-nums"
                >
                  <chakra.span flex="none">{formatTime(new Date(item.at))}</chakra.span>
                  {kind === 'device' && <span>{item.name}</span>}
                  {item.counted && <chakra.span color="fg.warning">counted</chakra.span>}
                  <chakra.span ms="auto" flex="none">
                    {lengthOf(item)}
                  </chakra.span>
                </chakra.li>
              ))}
            </chakra.ul>
          </Box>
        )
      })}
    </Box>
  )
}
