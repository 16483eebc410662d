import { Stack } from '@chakra-ui/react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { CardSkeletons } from '#pwa/ui/CardSkeletons.tsx'
import { type BankKind, BankList } from '../bank/BankList.tsx'
import { urls } from '../urls.ts'
import type { QuestionCard as Question } from '../views.ts'
import { QuestionCard } from './QuestionCard.tsx'

const mcqs: BankKind<{ questions: Question[]; total: number }, Question> = {
  kind: 'mcq',
  noun: 'MCQ',
  list: 'getAdminQuestions',
  rows: (page) => page.questions,
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
            <QuestionCard key={question.id} question={question} />
          ))}
        </Stack>
      )}
    </BankList>
  )
}
