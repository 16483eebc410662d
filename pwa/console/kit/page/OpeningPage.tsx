import { Box } from '@chakra-ui/react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { Fault } from '#pwa/ui/Said.tsx'
import { SkeletonBlocks } from '#pwa/ui/Skeletons.tsx'
import { PageHeader } from './PageHeader.tsx'

interface Props<S> extends Pick<ComponentProps<typeof PageHeader>, 'path' | 'title'> {
  query: Pick<UseQueryResult, 'isError' | 'error' | 'refetch'>
  /** The form's initial state; null until the record it changes and its draft were read. */
  start: S | null
  /** The words shown if it cannot be read. */
  sentence: string
  /** The heights of the parts that will stand there. */
  heights: readonly string[]
  children: (start: S) => ReactNode
}

/** The page of a form: what stands there until the form can begin, and then the form. */
export function OpeningPage<S>({ path, title, query, start, sentence, heights, children }: Props<S>) {
  if (start !== null) return children(start)
  return (
    <>
      <PageHeader path={path} title={title} />
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
