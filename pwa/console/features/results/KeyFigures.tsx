import { chakra } from '@chakra-ui/react'
import type { ResultPage } from '../../views.ts'

/** What holds for the drive as a whole. */
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
