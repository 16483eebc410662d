import { chakra } from '@chakra-ui/react'

/** A person's initials. */
export function Avatar({ name, size = '28px' }: { name: string; size?: string }) {
  const initials = name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
    .toUpperCase()
  return (
    <chakra.span
      aria-hidden
      boxSize={size}
      flexShrink="0"
      borderRadius="full"
      display="grid"
      placeItems="center"
      bg="deep.tile"
      color="white"
      fontSize="11px"
      fontWeight="600"
    >
      {initials}
    </chakra.span>
  )
}
