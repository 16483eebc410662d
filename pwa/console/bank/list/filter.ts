import { joinNames } from '#contract/names.ts'

/** The conditions that narrow down a list of the bank. */
export interface BankFilter {
  difficulty: string
  tags: readonly string[]
}

/** With the words that are searched for. */
export interface BankSearch extends BankFilter {
  search: string
}

export const noFilter: BankFilter = { difficulty: '', tags: [] }

export const isFilterSet = ({ difficulty, tags }: BankFilter): boolean => difficulty !== '' || tags.length > 0

/** As the lists' calls take it. */
export type BankListQuery = Record<'search' | 'difficulty_list' | 'tag_list', string | undefined>
export const searchQuery = ({ search, difficulty, tags }: BankSearch): BankListQuery => ({
  search: search || undefined,
  difficulty_list: joinNames([difficulty], ',') || undefined,
  tag_list: joinNames(tags, ',') || undefined,
})
