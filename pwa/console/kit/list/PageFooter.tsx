import { HStack } from '@chakra-ui/react'
import { Pager } from '#pwa/ui/Pager.tsx'

interface Props {
  page: number
  pages: number
  onPage: (page: number) => void
}

/** Below a table: its pages, where there are several. */
export function PageFooter({ page, pages, onPage }: Props) {
  if (pages <= 1) return null
  return (
    <HStack px={{ base: '4', md: '6' }} minH="44px" py="1" justifyContent="flex-end" borderTopWidth="1px">
      <Pager page={page} pages={pages} onPage={onPage} />
    </HStack>
  )
}
