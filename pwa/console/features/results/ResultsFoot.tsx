import { chakra, HStack } from '@chakra-ui/react'
import { PAGE_SIZE } from '#contract/constants.ts'
import { Pager } from '#pwa/ui/Pager.tsx'
import type { ResultPage } from '../../views.ts'

/** Which rows these are, what the hatching means, and the way to the others. */
export function ResultsFoot({ data, onPage }: { data: ResultPage; onPage: (page: number) => void }) {
  const first = (data.page - 1) * PAGE_SIZE
  const hasClaimed = data.results.some((row) => (row.score_claimed ?? 0) > (row.score ?? 0))
  return (
    <HStack
      minH="44px"
      px={{ base: '4', md: '6' }}
      py="1"
      gap="6"
      textStyle="sm"
      color="fg.muted"
      flexWrap="wrap"
    >
      {data.results.length > 0 && (
        <span>
          {first + 1}–{first + data.results.length} of {data.total}
        </span>
      )}
      {hasClaimed && (
        <HStack gap="2">
          <chakra.span
            aria-hidden
            width="14px"
            h="6px"
            backgroundImage="repeating-linear-gradient(135deg, var(--warn) 0 2px, var(--warn-soft) 2px 4px)"
          />
          claimed while offline, not in the score
        </HStack>
      )}
      <chakra.span ms="auto">
        <Pager page={data.page} pages={data.pages} onPage={onPage} />
      </chakra.span>
    </HStack>
  )
}
