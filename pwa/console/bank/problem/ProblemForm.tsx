import { Box, Button, Grid, Tabs, Text } from '@chakra-ui/react'
import { Eye, GitCommitHorizontal, Pin } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import { STATEMENT_MAX_BYTES, STATEMENT_MAX_CHARACTERS } from '#contract/constants.ts'
import { isLongStatement } from '#contract/forms/statement.ts'
import type { BankProblemView } from '#contract/views/bank.ts'
import { focusField } from '#pwa/console/kit/form/fieldErrors.ts'
import { LeaveDialog, useLeaving } from '#pwa/console/kit/form/leaving.tsx'
import { useBack } from '#pwa/console/kit/list/useReturn.ts'
import { Count } from '#pwa/ui/Count.tsx'
import { FullHeight } from '#pwa/ui/FullHeight.tsx'
import { Locked } from '#pwa/ui/Locked.tsx'
import { StateBadge } from '#pwa/ui/StateBadge.tsx'
import { ImageField } from '../../kit/fields/ImageField.tsx'
import { Conflict, conflictRows } from '../../kit/form/Conflict.tsx'
import { DiscardDraft, DraftBadge } from '../../kit/form/Draft.tsx'
import { PageHeader } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import { StatementEditor, type StatementLimit } from '../list/StatementEditor.tsx'
import { Templates } from '../templates/Templates.tsx'
import { useLanguages } from '../templates/useLanguages.ts'
import { problemFields } from './errors.ts'
import { FieldsRow } from './FieldsRow.tsx'
import { FormFoot } from './FormFoot.tsx'
import { GroupsPanel } from './GroupsPanel.tsx'
import { JudgePanel } from './JudgePanel.tsx'
import { LimitsPanel } from './LimitsPanel.tsx'
import { ReferencePanel } from './ReferencePanel.tsx'
import type { ProblemStart } from './start.ts'
import { TestsPanel } from './TestsPanel.tsx'
import { TryDialog } from './try/TryDialog.tsx'
import { triedOf } from './try/tried.ts'
import { type ProblemFormModel as Form, useProblemForm } from './useProblemForm.ts'
import { useReference } from './useReference.ts'
import { comparedOfProblem, problemValues } from './values.ts'

/** Fewer tests than these, and a new problem is not left. */
const FEWEST_TESTS = 2

const inOneLine = new Intl.ListFormat('en')

interface Props {
  start: ProblemStart
  title: string
  /** It was made on the page before, with fewer tests than one may leave it with. */
  isFresh: boolean
}

const limitOfStatement = (stored: BankProblemView | null): StatementLimit =>
  isLongStatement(stored?.description ?? '')
    ? { bytes: STATEMENT_MAX_BYTES }
    : { characters: STATEMENT_MAX_CHARACTERS }

/** The place to go on to once the problem is saved. */
type Way = 'list' | { fresh: number }

/** The one form of a problem, for a new one and for one that stands. */
export function ProblemForm({ start, title, isFresh }: Props) {
  const navigate = useNavigate()
  const back = useBack(urls.problems)
  const form = useProblemForm(start)
  const reference = useReference(form.values, form.before)
  const languages = useLanguages()
  const [isUploading, setUploading] = useState(false)
  const [isTrying, setTrying] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const [way, setWay] = useState<Way | null>(null)
  const isShort = isFresh && form.stored !== null && form.stored.test_cases.length < FEWEST_TESTS
  const isHeld = way === null && (form.isDirty || isShort)
  const leaving = useLeaving(isHeld, isShort ? consoleTexts.twoTestCases : null)
  useEffect(() => {
    if (way === 'list') navigate(urls.problems)
    else if (way) navigate(urls.editProblem(way.fresh), { replace: true, state: { isFresh: true } })
  }, [way, navigate])

  const finish = (problem: BankProblemView | null) => {
    if (!problem) return
    const isEnough = problem.test_cases.length >= FEWEST_TESTS
    if (start.stored === null) setWay(isEnough ? 'list' : { fresh: problem.id })
    else if (isEnough || !isFresh) setWay('list')
  }
  const save = async () => {
    const first = problemFields.find((name) => form.own[name])
    if (first) focusField(content.current, first)
    finish(await form.save())
  }
  return (
    <FullHeight>
      <PageHeader
        path={[{ name: 'Questions', to: urls.problems }]}
        title={title}
        beside={<Badges form={form} />}
        actions={
          <>
            {form.isDirty && form.keptAt !== null && (
              <DiscardDraft onDiscard={form.discard}>
                {form.isNew ? 'The form will be cleared.' : 'The problem stays as last saved.'}
              </DiscardDraft>
            )}
            <Button variant="outline" onClick={() => setTrying(true)}>
              <Eye aria-hidden />
              Try as a candidate
            </Button>
          </>
        }
      />
      <Box ref={content} flex="1" minH="0" overflowY={{ md: 'auto' }}>
        <Locked when={form.isBusy}>
          <Box px={{ base: '4', md: '6' }} py="4">
            <FieldsRow form={form} />
          </Box>
          <StatementEditor
            label="Description"
            limit={limitOfStatement(form.stored)}
            height="400px"
            value={form.values.description}
            pictures={form.stored?.pictures}
            error={form.errors.description}
            onChange={(description) => form.set({ description })}
          />
          <Box px={{ base: '4', md: '6' }} py="4" borderTopWidth="1px">
            <ImageField
              whatFor="problem"
              label="Diagram"
              url={form.values.image_url}
              alt={form.values.image_alt}
              error={form.errors.image_url ?? form.errors.image_alt}
              onBusy={setUploading}
              onChange={({ url, alt }) =>
                form.set({
                  ...(url !== undefined && { image_url: url }),
                  ...(alt !== undefined && { image_alt: alt }),
                })
              }
            />
          </Box>
          <JudgePanel form={form} languages={languages} />
          <Grid templateColumns={{ base: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) 380px' }} borderTopWidth="1px">
            <Parts form={form} reference={reference} />
            <Box
              bg="bg.canvas"
              borderStartWidth={{ xl: '1px' }}
              borderTopWidth={{ base: '1px', xl: '0' }}
              minW="0"
            >
              <ReferencePanel form={form} reference={reference} languages={languages} />
              <LimitsPanel form={form} languages={languages} />
            </Box>
          </Grid>
        </Locked>
      </Box>
      <FormFoot
        form={form}
        reference={reference}
        isUploading={isUploading}
        isShort={isShort}
        // A fresh problem has its own first page behind it.
        onBack={isFresh ? () => navigate(urls.problems) : back}
        onSave={() => void save()}
      />
      <Conflict
        theirs={form.theirs}
        what="problem"
        rowsOf={(theirs) => conflictRows(comparedOfProblem, form.values, problemValues(theirs), form.before)}
        onMine={() => void form.resolve(true).then(finish)}
        onTheirs={() => void form.resolve(false)}
        onBack={form.closeConflict}
      />
      <LeaveDialog {...leaving} />
      {isTrying && (
        <TryDialog
          problem={triedOf(form.values, form.stored)}
          draft={`try:${form.stored?.id ?? 'new'}`}
          onClose={() => setTrying(false)}
        />
      )}
    </FullHeight>
  )
}

/** Which version is edited, which ones tests under way were begun with, and whether a draft is kept. */
function Badges({ form }: { form: Form }) {
  const pinned = form.stored?.pinned_versions ?? []
  return (
    <>
      {form.stored && (
        <StateBadge icon={GitCommitHorizontal}>
          Version {form.stored.version}
          {form.isDirty && `, editing ${form.stored.version + 1}`}
        </StateBadge>
      )}
      {pinned.length > 0 && (
        <StateBadge icon={Pin} tone="info">
          Running tests use {pinned.length === 1 ? 'version' : 'versions'}{' '}
          {inOneLine.format(pinned.slice(-3).map(String))}
        </StateBadge>
      )}
      <DraftBadge keptAt={form.keptAt} />
    </>
  )
}

/** Tests, and once the problem stands its templates beside them. */
function Parts({ form, reference }: { form: Form; reference: ReturnType<typeof useReference> }) {
  const { stored } = form
  return (
    <Tabs.Root defaultValue="tests" minW="0">
      <Tabs.List px={{ base: '4', md: '6' }} gap="5">
        <Tabs.Trigger value="tests" px="0">
          {consoleTexts.testCases}
          <Count>{form.values.tests.length}</Count>
        </Tabs.Trigger>
        {stored && (
          <Tabs.Trigger value="templates" px="0">
            {consoleTexts.templates}
            <Count>{stored.templates.length}</Count>
          </Tabs.Trigger>
        )}
        {!stored && (
          <Text textStyle="sm" color="fg.subtle" alignSelf="center">
            Templates can be added once the problem is saved.
          </Text>
        )}
      </Tabs.List>
      <Tabs.Content value="tests" p="0">
        <TestsPanel form={form} reference={reference} />
        <GroupsPanel form={form} />
      </Tabs.Content>
      {stored && (
        <Tabs.Content value="templates" px={{ base: '4', md: '6' }} py="4">
          <Templates problemId={stored.id} onChange={form.followTemplates} />
        </Tabs.Content>
      )}
    </Tabs.Root>
  )
}
