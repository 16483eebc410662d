import { Box } from '@chakra-ui/react'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import McqTab from './McqTab.tsx'

/** The MCQs of the bank on a page of their own. */
export default function QuestionsPage() {
  usePageTitle('MCQs')
  return (
    <>
      <PageHeader path={[{ name: 'Questions', to: urls.problems }]} title="MCQs" />
      <Box flex="1" bg="bg.canvas">
        <McqTab />
      </Box>
    </>
  )
}
