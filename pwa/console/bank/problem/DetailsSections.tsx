import { Box, chakra, Heading, Text } from '@chakra-ui/react'
import { Eye, EyeOff } from 'lucide-react'
import { Link } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import type { BankProblemView } from '#contract/views/bank.ts'
import { CodeBlock } from '#pwa/ui/CodeBlock.tsx'
import { CutText } from '#pwa/ui/CutText.tsx'
import type { Column } from '#pwa/ui/DataTable.tsx'
import { Empty } from '#pwa/ui/Said.tsx'
import { urls } from '../../urls.ts'
import { TableSection } from '../list/TableSection.tsx'
import type { Language } from '../templates/useLanguages.ts'
import { judgeKindLabels } from './judgingValues.ts'

const askedColumns: readonly Column[] = [
  { name: 'Sr.no', width: '72px' },
  { name: 'Asked In' },
  { name: 'Actions', width: '120px', isHidden: true },
]

/** Drives and assessments that ask it, each with the way to its results and to judging it anew there. */
export function AskedTable({ problem }: { problem: BankProblemView }) {
  return (
    <TableSection
      name="Asked In"
      columns={askedColumns}
      empty="Not used in any drive yet."
      isEmpty={problem.asked_in.length === 0}
    >
      {problem.asked_in.map(({ id, name, is_assessment }, index) => (
        <tr key={id}>
          <td>{index + 1}</td>
          <th scope="row" title={name}>
            <chakra.span color="sea" _hover={{ textDecoration: 'underline' }} asChild>
              <Link to={is_assessment ? urls.assessmentResults(id) : urls.result(id)}>{name}</Link>
            </chakra.span>
            {is_assessment && ' (Assessment)'}
          </th>
          <td>
            <chakra.span color="sea" _hover={{ textDecoration: 'underline' }} asChild>
              <Link
                to={is_assessment ? urls.rejudgeAssessment(id) : urls.rejudge(id)}
                aria-label={`Rejudge in ${name}`}
              >
                Rejudge
              </Link>
            </chakra.span>
          </td>
        </tr>
      ))}
    </TableSection>
  )
}

const testColumns: readonly Column[] = [
  { name: 'No.', width: '64px' },
  { name: 'Id', width: '80px' },
  { name: 'Shown', width: '104px' },
  { name: 'Input' },
  { name: 'Output' },
  { name: 'Marks', width: '80px', isNumber: true },
]

/** Active tests, the hidden ones as well: staff reads this. */
export function TestsTable({ problem }: { problem: BankProblemView }) {
  return (
    <TableSection
      name={consoleTexts.testCases}
      columns={testColumns}
      empty={consoleTexts.testCaseRequired}
      isEmpty={problem.test_cases.length === 0}
      minWidth="640px"
      isCards
    >
      {problem.test_cases.map((test, index) => {
        const no = index + 1
        const Kind = test.is_sample ? Eye : EyeOff
        return (
          <tr key={test.id}>
            <th scope="row" data-wrap>
              {no}
            </th>
            <td data-wrap data-label="Id">
              {test.id}
            </td>
            <td data-wrap data-label="Shown">
              <chakra.span display="inline-flex" alignItems="center" gap="1.5" color="fg.muted">
                <Kind size={14} aria-hidden />
                {test.is_sample ? 'Sample' : 'Hidden'}
              </chakra.span>
            </td>
            <td data-wrap data-label="Input">
              <CutText text={test.input} what={`input of test ${no}`} />
            </td>
            <td data-wrap data-label="Output">
              <CutText text={test.output} what={`output of test ${no}`} />
            </td>
            <td data-wrap data-number data-label="Marks">
              {test.marks}
            </td>
          </tr>
        )
      })}
    </TableSection>
  )
}

const templateColumns: readonly Column[] = [{ name: 'Language', width: '180px' }, { name: 'Code' }]

/** The code that candidates begin with. */
export function TemplatesTable({ problem }: { problem: BankProblemView }) {
  return (
    <TableSection
      name={consoleTexts.templates}
      columns={templateColumns}
      empty="This problem has no template of its own: candidates start with the default templates."
      isEmpty={problem.templates.length === 0}
      minWidth="480px"
    >
      {problem.templates.map(({ id, language, code }) => (
        <tr key={id}>
          <th scope="row" data-wrap>
            {language}
          </th>
          <td data-wrap>
            <CutText text={code} what={`template in ${language}`} limit={400} />
          </td>
        </tr>
      ))}
    </TableSection>
  )
}

/** The program that passes every test, for staff alone. */
export function ReferenceSection({
  problem: { reference },
  languages,
}: {
  problem: BankProblemView
  languages: readonly Language[]
}) {
  const language = languages.find(({ id }) => id === reference?.language_id)?.name
  return (
    <section aria-label="Reference solution">
      <Heading as="h2" textStyle="md" fontWeight="600" mb="2">
        Reference solution{language && ` in ${language}`}
      </Heading>
      <Box borderWidth="1px" borderRadius="l3" overflow="hidden">
        {reference ? (
          <CodeBlock code={reference.source} label="Reference solution" />
        ) : (
          <Empty>There is no reference solution, so nothing shows that its tests can be passed.</Empty>
        )}
      </Box>
    </section>
  )
}

/** The author's own program that judges; nothing where none does. */
export function JudgeSection({
  problem: { judging },
  languages,
}: {
  problem: BankProblemView
  languages: readonly Language[]
}) {
  const program = judging?.program
  if (!program) return null
  const { kind, language, files, passes, arguments: given = [] } = program
  const name = languages.find(({ mode }) => mode === language)?.name ?? language
  const facts = [
    given.length > 0 && `Arguments: ${given.join(' ')}`,
    passes !== undefined && `At most ${passes} passes`,
  ].filter((one) => one !== false)
  return (
    <section aria-label="Judge’s program">
      <Heading as="h2" textStyle="md" fontWeight="600" mb="2">
        {judgeKindLabels[kind]} in {name}
      </Heading>
      {facts.length > 0 && (
        <Text textStyle="sm" color="fg.muted" mb="2">
          {facts.join('. ')}.
        </Text>
      )}
      {files.map((file) => (
        <Box key={file.name} mb="2">
          {files.length > 1 && (
            <Text textStyle="code" color="fg.muted">
              {file.name}
            </Text>
          )}
          <Box borderWidth="1px" borderRadius="l3" overflow="hidden" maxH="420px" overflowY="auto">
            <CodeBlock code={file.content} label={`Judge’s program, ${file.name}`} />
          </Box>
        </Box>
      ))}
    </section>
  )
}

/** The files that came with its package; nothing where none did. */
export function PackageFileList({ problem: { package_files } }: { problem: BankProblemView }) {
  if (package_files.length === 0) return null
  return (
    <section aria-label="Files of its package">
      <Heading as="h2" textStyle="md" fontWeight="600" mb="1">
        Files of its package
      </Heading>
      <Text textStyle="sm" color="fg.muted" mb="2">
        Kept as they came, and exported with it again. They are not run here.
      </Text>
      <chakra.ul fontFamily="mono" textStyle="xs" display="grid" gap="1" overflowWrap="anywhere">
        {package_files.map((path) => (
          <li key={path}>{path}</li>
        ))}
      </chakra.ul>
    </section>
  )
}
