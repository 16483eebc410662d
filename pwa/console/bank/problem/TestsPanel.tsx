import { Box, Button, chakra, HStack, IconButton, Text } from '@chakra-ui/react'
import { Eye, EyeOff, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { plural } from '#contract/plural.ts'
import { ConfirmDialog } from '#pwa/ui/ConfirmDialog.tsx'
import { type Column, DataTable } from '#pwa/ui/DataTable.tsx'
import { Empty } from '#pwa/ui/Said.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { toastError } from '#pwa/ui/toaster.ts'
import { newKey } from '../../kit/http/idempotentRequest.ts'
import { TestDialog } from './TestDialog.tsx'
import { resultLook } from './try/checkLabels.ts'
import type { ProblemFormModel } from './useProblemForm.ts'
import type { Reference } from './useReference.ts'
import type { TestValue } from './values.ts'

const columns: readonly Column[] = [
  { name: 'No.', width: '64px' },
  { name: 'Shown', width: '104px' },
  { name: 'Input' },
  { name: 'Output' },
  { name: 'Marks', width: '68px', isNumber: true },
  { name: 'Reference', width: '136px' },
  { name: 'Time', width: '84px', isNumber: true },
  { name: 'Actions', width: '104px', isHidden: true },
]

/** The first of a text that fits a cell; the dialog shows all of it. */
const cell = (text: string): string =>
  text
    .trim()
    .replace(/(?<!\s)\s*\n\s*/g, ' ⏎ ')
    .slice(0, 200)
const sumOf = (tests: readonly TestValue[]): string => {
  const marks = tests.reduce((sum, test) => sum + (Number(test.marks) || 0), 0)
  const samples = tests.filter((test) => test.is_sample).length
  return [plural(tests.length, 'test'), plural(marks, 'mark'), plural(samples, 'sample')].join(', ')
}

/** The tests of the form: added and edited in a dialog, saved with the problem. A saved one is taken away by a call of its own. */
export function TestsPanel({ form, reference }: { form: ProblemFormModel; reference: Reference }) {
  const { tests } = form.values
  const [editing, setEditing] = useState<TestValue | 'new' | null>(null)
  const [removing, setRemoving] = useState<TestValue | null>(null)
  const [isRemoving, setIsRemoving] = useState(false)
  const nameOf = (test: TestValue): string => `test ${tests.indexOf(test) + 1}`
  const done = (given: Pick<TestValue, 'input' | 'output' | 'marks' | 'is_sample' | 'group_name'>) => {
    if (editing === 'new') form.set({ tests: [...tests, { ...given, id: null, key: newKey() }] })
    else form.set({ tests: tests.map((one) => (one === editing ? { ...one, ...given } : one)) })
    setEditing(null)
  }
  const ask = (test: TestValue) => {
    if (tests.length === 1) return toastError(consoleTexts.testCaseRequired)
    // One saved test must stay, whatever was added meanwhile.
    const saved = tests.filter((one) => one.id !== null)
    if (test.id !== null && saved.length === 1) return toastError(consoleTexts.testCaseRequired)
    if (test.id === null) void form.remove(test)
    else setRemoving(test)
  }
  const remove = async () => {
    if (removing?.id == null) return
    setIsRemoving(true)
    await form.deactivate({ ...removing, id: removing.id })
    setIsRemoving(false)
    setRemoving(null)
  }
  return (
    <Box minW="0">
      <HStack px={{ base: '4', md: '6' }} minH="52px" py="2" gap="3" flexWrap="wrap">
        <Text textStyle="sm" color="fg.muted" flex="1 1 auto">
          {sumOf(tests)}
        </Text>
        <Button type="button" variant="outline" name="tests" onClick={() => setEditing('new')}>
          <Plus aria-hidden />
          Add test
        </Button>
      </HStack>
      {form.errors.tests && (
        <Text role="alert" color="fg.error" textStyle="sm" px={{ base: '4', md: '6' }} pb="2">
          {form.errors.tests}
        </Text>
      )}
      {tests.length === 0 ? (
        <Box borderTopWidth="1px">
          <Empty>No test cases yet. Add at least two: one that candidates see, and one that is hidden.</Empty>
        </Box>
      ) : (
        <DataTable
          caption={consoleTexts.testCases}
          columns={columns}
          minWidth="820px"
          density="roomy"
          isCards
        >
          {tests.map((test, index) => {
            const result = reference.resultOf(test)
            const look = resultLook(result)
            const isFailed = result !== undefined && !result.is_passed
            const Kind = test.is_sample ? Eye : EyeOff
            return (
              <chakra.tr key={test.key} css={isFailed ? { '& > *': { bg: 'bg.error' } } : undefined}>
                <th scope="row">{index + 1}</th>
                <td data-label="Shown">
                  <chakra.span display="inline-flex" alignItems="center" gap="1.5" color="fg.muted">
                    <Kind size={14} aria-hidden />
                    {test.is_sample ? 'Sample' : 'Hidden'}
                  </chakra.span>
                  {test.group_name !== '' && (
                    <chakra.span display="block" textStyle="xs" color="fg.subtle" overflowWrap="anywhere">
                      {test.group_name}
                    </chakra.span>
                  )}
                </td>
                <chakra.td data-label="Input" fontFamily="mono">
                  {cell(test.input)}
                </chakra.td>
                <chakra.td data-label="Output" fontFamily="mono">
                  {cell(test.output)}
                </chakra.td>
                <td data-number data-label="Marks">
                  {test.marks}
                </td>
                <td data-label="Reference">
                  <StateBadge icon={look.icon} tone={look.tone} bare>
                    {look.word}
                  </StateBadge>
                </td>
                <td data-number data-label="Time">
                  {result?.cpu_ms == null ? '–' : `${result.cpu_ms} ms`}
                </td>
                <td data-corner>
                  <HStack gap="0" justifyContent="end">
                    <IconButton
                      type="button"
                      size="sm"
                      variant="ghost"
                      aria-label={`Edit test ${index + 1}`}
                      onClick={() => setEditing(test)}
                    >
                      <Pencil aria-hidden />
                    </IconButton>
                    <IconButton
                      type="button"
                      size="sm"
                      variant="ghost"
                      aria-label={`Remove test ${index + 1}`}
                      onClick={() => ask(test)}
                    >
                      <Trash2 aria-hidden />
                    </IconButton>
                  </HStack>
                </td>
              </chakra.tr>
            )
          })}
        </DataTable>
      )}
      {editing && (
        <TestDialog
          test={editing === 'new' ? null : editing}
          name={editing === 'new' ? '' : nameOf(editing)}
          draft={form.draftOfTest(editing)}
          onDone={done}
          onCancel={() => setEditing(null)}
        />
      )}
      <ConfirmDialog
        isOpen={removing !== null}
        title={`${consoleTexts.wishToDelete} ${removing ? nameOf(removing) : ''}? It is removed from the problem immediately.`}
        action="Delete"
        isDestructive
        isBusy={isRemoving}
        onConfirm={() => void remove()}
        onCancel={() => setRemoving(null)}
      />
    </Box>
  )
}
