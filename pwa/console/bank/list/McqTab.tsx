import { Stack } from '@chakra-ui/react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import type { QuestionCard as Question } from '#contract/views/drive.ts'
import { CardSkeletons } from '#pwa/ui/Skeletons.tsx'
import { useInfiniteList } from '../../kit/list/useInfiniteList.ts'
import { urls } from '../../urls.ts'
import { type BankKind, BankList } from './BankList.tsx'
import { QuestionTile } from './QuestionTile.tsx'

const mcqs: BankKind<Question> = {
  kind: 'mcq',
  noun: 'MCQ',
  useRows: (query) =>
    useInfiniteList({
      call: 'getAdminQuestions',
      query,
      rows: (page) => page.questions,
      total: (page) => page.total,
    }),
  csv: 'getQuestionsCsv',
  words: { import: consoleTexts.importMcq, add: 'Add', none: consoleTexts.mcqsNotFound },
  newAt: urls.newQuestion,
}

/** The bank's MCQs. */
export default function McqTab() {
  return (
    <BankList of={mcqs}>
      {(rows, isPending) => (
        <Stack gap="2">
          {isPending && <CardSkeletons n={6} height="89px" />}
          {rows.map((question) => (
            <QuestionTile key={question.id} question={question} />
          ))}
        </Stack>
      )}
    </BankList>
  )
}
