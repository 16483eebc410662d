import { texts } from '#contract/texts.ts'
import { useInfiniteList } from '../../kit/list/useInfiniteList.ts'

/** Drives of any state by their name. */
export const useDriveSearch = (search: string) =>
  useInfiniteList({
    call: 'getDrives',
    query: { search },
    rows: (page) => page.drives,
    total: (page) => page.total,
  })

/** 'Search (12 Drives)'; without the number until it is known. */
export const searchTitle = (total: number | undefined): string =>
  total === undefined ? texts.search : `${texts.search} (${total} Drives)`
