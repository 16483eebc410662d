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

const packagesOf = ({ debian }: UnrunLanguage): string =>
  `have ${debian} installed on the server (apt-get install ${debian})`

const remedyOf = (one: UnrunLanguage): string => {
  const piston = `connect a Piston that has ${one.language}`
  return one.debian === null ? piston : `${packagesOf(one)}, or ${piston}`
}

/** Programs that judge run in boxes alone. */
const judgeRemedyOf = (one: UnrunLanguage): string =>
  `have bubblewrap installed on the server${one.debian === null ? '' : `, and ${one.debian} with it`}, or write the program in another language`

const capital = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)

function sentenceOf(one: UnrunLanguage, isOne: boolean): string {
  const { language, problems, use } = one
  const these = isOne ? 'this problem' : titlesOf(one)
  if (use === 'judge')
    return `There is no box on this server for programs in ${language}, and so nothing that judges ${these}: submissions would stay not judged. ${capital(judgeRemedyOf(one))}.`
  const have = isOne || problems.length === 1 ? 'has' : 'have'
  const away = isOne || problems.length === 1 ? 'the problem' : 'these problems'
  return `No engine of this server runs ${language}, which ${these} ${have} code or limits in. Candidates are not offered it. ${capital(remedyOf(one))}; or take ${language} out of ${away}.`
}

interface Props {
  problemIds: readonly number[]
  /** On the page of a single problem nobody need be told which. */
  isOne?: boolean
}

/** A language that problems have code in, or are judged by, and that nothing here runs: said before a candidate misses it. */
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
        <Box key={`${one.use} ${one.language}`} display="contents">
          <Box pt="0.5">
            <TriangleAlert size={16} aria-hidden />
          </Box>
          <Text>{sentenceOf(one, isOne)}</Text>
        </Box>
      ))}
    </Box>
  )
}
