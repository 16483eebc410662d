import { Box, Text } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { UnrunLanguage } from '#contract/views/bank.ts'
import { queryOf } from '../../kit/http/queryOf.ts'

const inOneLine = new Intl.ListFormat('en')
/** More titles than these are counted. */
const TITLES = 3

const titlesOf = ({ problems }: UnrunLanguage): string => {
  const shown = problems.slice(0, TITLES).map(({ title }) => `‘${title}’`)
  const more = problems.length - shown.length
  return inOneLine.format(more > 0 ? [...shown, `${more} more`] : shown)
}

const remedyOf = ({ language, debian }: UnrunLanguage): string =>
  debian === null
    ? `Connect a Piston that has ${language}`
    : `Have ${debian} installed on the server (apt-get install ${debian}), or connect a Piston that has ${language}`

interface Props {
  problemIds: readonly number[]
  /** On the page of a single problem nobody need be told which. */
  isOne?: boolean
}

/** A language that problems have code or limits in and that nothing here runs: said before a candidate misses it. */
export function UnrunLanguages({ problemIds, isOne = false }: Props) {
  const query = useQuery({
    ...queryOf('getUnrunLanguages', { query: { ids: problemIds.join(',') } }),
    enabled: problemIds.length > 0,
  })
  const languages = problemIds.length > 0 ? (query.data?.languages ?? []) : []
  if (languages.length === 0) return null
  return (
    <Box
      as="section"
      aria-label="Languages without an engine"
      mb="4"
      p="3"
      borderRadius="l2"
      bg="bg.warning"
      color="fg.warning"
      textStyle="sm"
      display="grid"
      gridTemplateColumns="16px minmax(0, 1fr)"
      columnGap="2.5"
      rowGap="2"
    >
      {languages.map((one) => (
        <Box key={one.language} display="contents">
          <Box pt="0.5">
            <TriangleAlert size={16} aria-hidden />
          </Box>
          <Text>
            No engine of this server runs {one.language}, which{' '}
            {isOne ? 'this problem has' : `${titlesOf(one)} ${one.problems.length === 1 ? 'has' : 'have'}`}{' '}
            code or limits in. Candidates are not offered it. {remedyOf(one)}; or take {one.language} out of{' '}
            {isOne || one.problems.length === 1 ? 'the problem' : 'these problems'}.
          </Text>
        </Box>
      ))}
    </Box>
  )
}
