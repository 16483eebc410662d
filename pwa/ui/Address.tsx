import { chakra } from '@chakra-ui/react'

/** An e-mail address that breaks before its @ where a line is too short for it, and within a word only where it must. */
export function Address({ children }: { children: string }) {
  const at = children.lastIndexOf('@')
  return (
    <chakra.span overflowWrap="anywhere">
      {children.slice(0, Math.max(at, 0))}
      <wbr />
      {children.slice(Math.max(at, 0))}
    </chakra.span>
  )
}
