import { chakra } from '@chakra-ui/react'
import type { progressOf } from './progress.ts'

/** Finished, working and not started of an ongoing drive, each also in words. */
export function ProgressBar({ parts }: { parts: ReturnType<typeof progressOf> }) {
  const shown = [
    { n: parts.finished, word: 'finished', bg: 'sea' },
    { n: parts.working, word: 'working', bg: 'color-mix(in srgb, var(--sea) 50%, var(--surface))' },
    { n: parts.notStarted, word: 'not started', bg: 'border' },
  ]
  return (
    <chakra.div>
      <chakra.div
        display="flex"
        gap="1px"
        h="6px"
        borderRadius="full"
        overflow="hidden"
        bg="border"
        aria-hidden
      >
        {shown.map(({ n, word, bg }) =>
          n > 0 ? <chakra.span key={word} bg={bg} flex="1" style={{ flexGrow: n }} /> : null,
        )}
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" columnGap="3" mt="2" textStyle="xs" color="fg.muted">
        {shown.map(({ n, word, bg }) =>
          n > 0 ? (
            <chakra.span key={word} display="inline-flex" alignItems="center" gap="1.5">
              <chakra.span boxSize="8px" borderRadius="2px" bg={bg} aria-hidden />
              {n} {word}
            </chakra.span>
          ) : null,
        )}
      </chakra.div>
    </chakra.div>
  )
}
