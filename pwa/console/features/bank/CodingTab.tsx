import { Box } from '@chakra-ui/react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { CardSkeletons } from '#pwa/ui/CardSkeletons.tsx'
import { type BankKind, BankList } from '../../bank/BankList.tsx'
import { urls } from '../../urls.ts'
import type { ProblemCard as Problem } from '../../views.ts'
import { ProblemCard } from './ProblemCard.tsx'

const problems: BankKind<{ problems: Problem[]; total: number }, Problem> = {
  kind: 'problem',
  noun: 'problem',
  list: 'getProblems',
  rows: (page) => page.problems,
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
            <ProblemCard key={problem.id} problem={problem} />
          ))}
        </Box>
      )}
    </BankList>
  )
}
