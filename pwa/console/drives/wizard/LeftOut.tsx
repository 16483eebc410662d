import { Box, chakra, Text } from '@chakra-ui/react'
import { LONGEST_NAME } from '#contract/constants.ts'
import { plainText } from '#pwa/ui/plainText.ts'
import { ReadMore } from '#pwa/ui/ReadMore.tsx'

/** The items a copy could not take along, by name, so that nobody has to find out by counting. */
export function LeftOut({ names }: { names: readonly string[] }) {
  const told = [...new Set(names.map(plainText))]
  if (told.length === 0) return null
  return (
    <Box role="note" aria-label="Left out of the copy" px={{ base: '4', md: '6' }} pt="5" maxW="56rem">
      <Box p="3" borderRadius="l2" bg="bg.warning" color="fg.warning" textStyle="sm">
        <Text>These are no longer in the bank and were left out of the copy:</Text>
        <chakra.ul ps="5" mt="1">
          {told.map((name) => (
            <chakra.li key={name} overflowWrap="anywhere">
              <ReadMore text={name} what="name" limit={LONGEST_NAME} />
            </chakra.li>
          ))}
        </chakra.ul>
      </Box>
    </Box>
  )
}
