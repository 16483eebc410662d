import { HStack } from '@chakra-ui/react'
import { Pager } from '#pwa/ui/Pager.tsx'

/** More rows than this are not drawn at once. */
const ROWS = 200

export interface ListPage<Row> {
  shown: readonly Row[]
  /** How many stand before the first of them. */
  from: number
  pages: number
}

/** One page of a list that is all here: pages are counted from 1, and behind the last one the last one is shown. */
export function pageOf<Row>(rows: readonly Row[], page: number): ListPage<Row> {
  const pages = Math.max(1, Math.ceil(rows.length / ROWS))
  const from = (Math.min(page, pages) - 1) * ROWS
  return { shown: rows.slice(from, from + ROWS), from, pages }
}

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
