import { Box } from '@chakra-ui/react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Fault } from '#pwa/ui/Said.tsx'
import { SkeletonBlocks } from '#pwa/ui/SkeletonBlocks.tsx'
import { PageHead } from './PageHead.tsx'

interface Props extends Pick<ComponentProps<typeof PageHead>, 'path' | 'title'> {
  query: Pick<UseQueryResult, 'isError' | 'error' | 'refetch'>
  /** What is said where it cannot be read. */
  sentence: string
  /** Of what will stand there. */
  heights: readonly string[]
}

/** The page of a form until what it changes was read. */
export function Opening({ path, title, query, sentence, heights }: Props) {
  return (
    <>
      <PageHead path={path} title={title} />
      <Box px={{ base: '4', md: '6' }} py="5">
        {query.isError ? (
          <Fault sentence={sentence} why={query.error?.message} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonBlocks heights={heights} gap="5" />
        )}
      </Box>
    </>
  )
}
