import { Box, chakra, Stack } from '@chakra-ui/react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { Empty, Fault } from '#pwa/ui/Said.tsx'
import { BankToolbar } from '../bank/BankToolbar.tsx'
import { useBankAddress } from '../bank/useBankAddress.ts'
import { ListEnd } from '../list/ListEnd.tsx'
import { useInfiniteList } from '../list/useInfiniteList.ts'
import type { QuestionCard } from '../views.ts'

/** The bank's MCQs. */
export default function McqTab() {
  const address = useBankAddress()
  const { query, rows, total } = useInfiniteList<{ questions: QuestionCard[]; total: number }, QuestionCard>({
    call: 'getAdminQuestions',
    query: address.query,
    rows: (page) => page.questions,
    total: (page) => page.total,
  })
  return (
    <>
      <BankToolbar noun="MCQ" total={total} address={address} actions={null} />
      <Box px={{ base: '4', md: '6' }} py="4">
        {query.isError && rows.length === 0 && (
          <Fault
            sentence="The MCQs could not be loaded."
            why={query.error.message}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.isSuccess && rows.length === 0 && <Empty>{consoleTexts.mcqsNotFound}</Empty>}
        <Stack gap="2">
          {rows.map((question) => (
            <chakra.article key={question.id} bg="bg" borderWidth="1px" borderRadius="l3" px="4" py="3">
              <chakra.p overflowWrap="anywhere">{question.description}</chakra.p>
              <chakra.p textStyle="xs" color="fg.subtle" mt="1">
                Asked {question.times_asked} time(s)
              </chakra.p>
            </chakra.article>
          ))}
        </Stack>
        <ListEnd query={query} />
      </Box>
    </>
  )
}
