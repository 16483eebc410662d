import { chakra, HStack } from '@chakra-ui/react'
import { X } from 'lucide-react'

export interface Chip {
  /** The condition in words: 'Difficulty is hard'. */
  words: string
  onRemove: () => void
}

/** The conditions that narrow a list down, each to be taken away; Backspace takes the last. */
export function FilterChips({ chips }: { chips: readonly Chip[] }) {
  if (chips.length === 0) return null
  return (
    <HStack as="ul" aria-label="Filters" listStyleType="none" gap="2" flexWrap="wrap" minW="0">
      {chips.map(({ words, onRemove }) => (
        <chakra.li key={words} maxW="100%">
          <chakra.button
            type="button"
            aria-label={`Remove filter: ${words}`}
            display="inline-flex"
            alignItems="center"
            gap="1.5"
            maxW="100%"
            minH={{ base: '2.25rem', md: '1.75rem' }}
            ps="2.5"
            pe="2"
            borderRadius="full"
            bg="sea.subtle"
            color="sea"
            textStyle="sm"
            fontWeight="500"
            cursor="pointer"
            onClick={onRemove}
            onKeyDown={(event) => event.key === 'Backspace' && chips.at(-1)?.onRemove()}
          >
            <chakra.span truncate title={words}>
              {words}
            </chakra.span>
            <X size={14} aria-hidden style={{ flexShrink: 0 }} />
          </chakra.button>
        </chakra.li>
      ))}
    </HStack>
  )
}
