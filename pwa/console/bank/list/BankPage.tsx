import { Box, Skeleton, Tabs } from '@chakra-ui/react'
import { lazy, Suspense } from 'react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { Templates } from '../templates/Templates.tsx'
import { CodingTab } from './CodingTab.tsx'
import { useBankAddress } from './useBankAddress.ts'

const McqTab = lazy(() => import('./McqTab.tsx'))

const tabs = [
  { value: 'coding', name: 'Coding' },
  { value: 'mcq', name: 'MCQ' },
  { value: 'template', name: consoleTexts.defaultTemplates },
] as const

/** The material of drives: problems, MCQs, and the code that problems begin with. */
export default function BankPage() {
  usePageTitle('Questions')
  const { tab, setTab } = useBankAddress()
  const current = tabs.find(({ value }) => value === tab)?.value ?? 'coding'
  return (
    <Tabs.Root
      value={current}
      onValueChange={(to) => setTab(to.value === 'coding' ? '' : to.value)}
      flex="1"
      display="flex"
      flexDirection="column"
      lazyMount
      unmountOnExit
    >
      <PageHeader title="Questions">
        <Tabs.List px={{ base: '4', md: '6' }} gap="6" borderBottomWidth="0" aria-label="Bank">
          {tabs.map(({ value, name }) => (
            <Tabs.Trigger key={value} value={value} px="0" h="40px">
              {name}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
      </PageHeader>
      <Box flex="1" bg="bg.canvas">
        <Tabs.Content value="coding" p="0">
          <CodingTab />
        </Tabs.Content>
        <Tabs.Content value="mcq" p="0">
          <Suspense fallback={<Skeleton height="52px" borderRadius="0" />}>
            <McqTab />
          </Suspense>
        </Tabs.Content>
        <Tabs.Content value="template" px={{ base: '4', md: '6' }} py="5">
          <Box maxW="56rem">
            <Templates problemId={null} hasHeader />
          </Box>
        </Tabs.Content>
      </Box>
    </Tabs.Root>
  )
}
