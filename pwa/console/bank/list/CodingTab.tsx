import { Box } from '@chakra-ui/react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import type { ProblemCard as Problem } from '#contract/views/drive.ts'
import { CardSkeletons } from '#pwa/ui/Skeletons.tsx'
import { useInfiniteList } from '../../kit/list/useInfiniteList.ts'
import { urls } from '../../urls.ts'
import { type BankKind, BankList } from './BankList.tsx'
import { ProblemTile } from './ProblemTile.tsx'

const problems: BankKind<Problem> = {
  kind: 'problem',
  noun: 'problem',
  useRows: (query) =>
    useInfiniteList({
      call: 'getProblems',
      query,
      rows: (page) => page.problems,
      total: (page) => page.total,
    }),
  csv: 'getProblemsCsv',
  words: {
    import: consoleTexts.importProblem,
    add: consoleTexts.addNewProblem,
    none: consoleTexts.problemsNotFound,
  },
  newAt: urls.newProblem,
}

/** The bank's problems. */
export function CodingTab() {
  return (
    <BankList of={problems}>
      {(rows, isPending) => (
        <Box
          display="grid"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(auto-fill, minmax(21rem, 1fr))' }}
          gap="3"
        >
          {isPending && <CardSkeletons n={9} height="168px" />}
          {rows.map((problem) => (
            <ProblemTile key={problem.id} problem={problem} />
          ))}
        </Box>
      )}
    </BankList>
  )
}
