import { Box, chakra, HStack, Text } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import type { ResultPage } from '#contract/views/admin.ts'
import { queryOf } from '../../kit/http/queryOf.ts'
import { rereadWhile } from './useResults.ts'

/** The figures of the drive as a whole. */
export function KeyFigures({ data, hasShortlist }: { data: ResultPage | undefined; hasShortlist: boolean }) {
  const figures = [
    ['Total Marks', data?.drive_total_marks],
    ...(hasShortlist ? ([['Shortlisted', data?.total_selected_candidates]] as const) : []),
    ['Absent Candidates', data?.absent_candidates_count],
  ] as const
  return (
    <chakra.dl
      display="flex"
      minH="76px"
      alignItems="center"
      px={{ base: '4', md: '6' }}
      py="3"
      borderBottomWidth="1px"
    >
      {figures.map(([name, n], index) => (
        <chakra.div
          key={name}
          display="flex"
          flexDirection="column-reverse"
          px={index === 0 ? '0' : { base: '4', md: '8' }}
          pe={{ base: '4', md: '8' }}
          borderStartWidth={index === 0 ? '0' : '1px'}
        >
          <chakra.dt textStyle="xs" color="fg.subtle">
            {name}
          </chakra.dt>
          <chakra.dd textStyle="xl" fontWeight="600" fontVariantNumeric="tabular-nums">
            {n ?? '-'}
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )
}

const round = (n: number): string => String(Math.round(n * 10) / 10)

/** How far candidates came, and how their scores lie; nothing while nobody is invited. */
export function StatisticsStrip({ driveId }: { driveId: string }) {
  const { data } = useQuery({
    ...queryOf('getStatistics', { params: { id: driveId } }),
    refetchInterval: ({ state }) => rereadWhile((state.data?.judging ?? 0) > 0),
  })
  if (!data || data.funnel.invited === 0) return null
  const { funnel, histogram } = data
  const steps = [
    ['Invited', funnel.invited],
    ['Opened', funnel.opened],
    ['Started', funnel.started],
    ['Finished', funnel.finished],
  ] as const
  const most = Math.max(1, ...histogram.map((part) => part.count))
  return (
    <HStack
      gap="8"
      rowGap="3"
      flexWrap="wrap"
      px={{ base: '4', md: '6' }}
      py="3"
      borderBottomWidth="1px"
      alignItems="end"
      data-screen-only
    >
      <chakra.dl display="flex" gap="5" aria-label="Funnel">
        {steps.map(([name, n]) => (
          <Box key={name} minW="64px">
            <chakra.dt textStyle="xs" color="fg.subtle">
              {name}
            </chakra.dt>
            <chakra.dd fontWeight="600" fontVariantNumeric="tabular-nums">
              {n}
            </chakra.dd>
            <Box h="1" mt="1" borderRadius="full" bg="bg.emphasized" aria-hidden>
              <Box h="full" borderRadius="full" bg="sea" width={`${(n / funnel.invited) * 100}%`} />
            </Box>
          </Box>
        ))}
      </chakra.dl>
      {funnel.finished > 0 && (
        <chakra.figure ms={{ md: 'auto' }}>
          <chakra.ol
            display="flex"
            alignItems="end"
            gap="1"
            h="40px"
            listStyleType="none"
            aria-label="Scores"
          >
            {histogram.map((part, index) => (
              <chakra.li
                key={part.from}
                width="18px"
                h="full"
                display="flex"
                alignItems="end"
                title={`${round(part.from)} to ${round(part.to)} marks: ${part.count}`}
              >
                <chakra.span srOnly>
                  {round(part.from)} to {round(part.to)} marks: {part.count}
                </chakra.span>
                <Box
                  aria-hidden
                  width="full"
                  minH="2px"
                  height={`${(part.count / most) * 100}%`}
                  borderTopRadius="2px"
                  bg={index >= 7 ? 'sea' : 'border.control'}
                />
              </chakra.li>
            ))}
          </chakra.ol>
          <chakra.figcaption textStyle="xs" color="fg.subtle" mt="1">
            <Text as="span">Scores of {funnel.finished} finished, 70% of the marks or more in green</Text>
          </chakra.figcaption>
        </chakra.figure>
      )}
    </HStack>
  )
}
