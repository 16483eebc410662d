import { Box } from '@chakra-ui/react'
import McqTab from '../../mcqBank/McqTab.tsx'
import { PageHead } from '../../shell/PageHead.tsx'
import { usePageTitle } from '../../shell/usePageTitle.ts'
import { urls } from '../../urls.ts'

/** The MCQs of the bank on a page of their own. */
export default function QuestionsPage() {
  usePageTitle('MCQs')
  return (
    <>
      <PageHead path={[{ name: 'Questions', to: urls.problems }]} title="MCQs" />
      <Box flex="1" bg="bg.canvas">
        <McqTab />
      </Box>
    </>
  )
}
