import { Box, Button, chakra, Text } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { type FunctionComponent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { consoleTexts } from '#contract/consoleTexts.ts'
import type { OfKinds } from '#contract/questionKinds.ts'
import { focusField } from '#pwa/console/kit/form/fieldErrors.ts'
import { LeaveDialog, useLeaving } from '#pwa/console/kit/form/leaving.tsx'
import { FullHeight } from '#pwa/ui/FullHeight.tsx'
import { Locked } from '#pwa/ui/Locked.tsx'
import { toastError } from '#pwa/ui/toaster.ts'
import { ImageField } from '../../kit/fields/ImageField.tsx'
import { Conflict, conflictRows } from '../../kit/form/Conflict.tsx'
import { DiscardDraft, DraftBadge } from '../../kit/form/Draft.tsx'
import { FormFooter } from '../../kit/form/FormFooter.tsx'
import { PageHeader, usePageTitle } from '../../kit/page/PageHeader.tsx'
import { urls } from '../../urls.ts'
import { StatementEditor } from '../list/StatementEditor.tsx'
import { AskedBelow } from './AskedBelow.tsx'
import { questionFields } from './errors.ts'
import { FieldsGrid } from './FieldsGrid.tsx'
import { kindOfValue } from './kinds.ts'
import { type AnswerEditorProps, OptionsEditor } from './OptionsEditor.tsx'
import type { QuestionStart } from './start.ts'
import { useQuestionForm } from './useQuestionForm.ts'
import { comparedOfQuestion, questionValues } from './values.ts'

/** The editor for the answers to a question, by its kind. */
const answerEditors: OfKinds<FunctionComponent<AnswerEditorProps>> = {
  single: OptionsEditor,
  multiple: OptionsEditor,
}

/** Fewer options than these, and a question that was just made is not left. */
const FEWEST_OPTIONS = 2

interface Props {
  start: QuestionStart
  /** Begins a new, empty question. */
  onNext: () => void
}

/** A question that was made is no new one any more, though its page goes on. */
export const questionTitle = (isNew: boolean): string => (isNew ? 'Add Question' : 'Update Question')

/** The one form of a question, for a new one and for one that stands. */
export function QuestionForm({ start, onNext }: Props) {
  const navigate = useNavigate()
  const form = useQuestionForm(start)
  const { values, set, errors, stored } = form
  const AnswerEditor = answerEditors[kindOfValue(values.type)]
  const title = questionTitle(stored === null)
  usePageTitle(title)
  const content = useRef<HTMLDivElement>(null)
  const [uploads, setUploads] = useState(0)
  const [isDone, setDone] = useState(false)
  const [isNextAsked, setNextAsked] = useState(false)
  const isNew = start.stored === null
  const isCreated = isNew && stored !== null
  const isShort = isCreated && values.options.length < FEWEST_OPTIONS
  const isHeld = !isDone && (form.isDirty || isShort)
  const leaving = useLeaving(isHeld, isShort ? consoleTexts.minimumTwoOptions : null)
  useEffect(() => {
    if (isDone) navigate(urls.bankTab('mcq'))
  }, [isDone, navigate])

  const onBusy = (isBusy: boolean) => setUploads((n) => n + (isBusy ? 1 : -1))
  const save = async () => {
    const first = questionFields.find((name) =>
      Object.keys(form.own).some((own) => own.split('.')[0] === name),
    )
    if (first) focusField(content.current, first)
    const wasStored = stored !== null
    // The first save keeps the page, with the way to the next question; a change is done with.
    if ((await form.save()) && wasStored) setDone(true)
  }
  const next = () => {
    if (isShort) return toastError(consoleTexts.minimumTwoOptions)
    if (form.isDirty) setNextAsked(true)
    else onNext()
  }
  return (
    <FullHeight>
      <PageHeader
        path={[{ name: 'Questions', to: urls.bankTab('mcq') }]}
        title={title}
        beside={<DraftBadge keptAt={form.keptAt} />}
        actions={
          form.isDirty &&
          form.keptAt !== null && (
            <DiscardDraft onDiscard={form.discard}>
              {form.stored ? 'The question stays as last saved.' : 'The form will be cleared.'}
            </DiscardDraft>
          )
        }
      />
      <Box ref={content} flex="1" minH="0" overflowY={{ md: 'auto' }}>
        <Locked when={form.isBusy}>
          {!isNew && (
            <Text textStyle="sm" color="fg.muted" px={{ base: '4', md: '6' }} py="3">
              {consoleTexts.updateHint}
            </Text>
          )}
          <StatementEditor
            label="Question Description"
            limit={{ characters: 350 }}
            height="280px"
            value={values.description}
            error={errors.description}
            below={<AskedBelow values={values} />}
            onChange={(description) => set({ description })}
          />
          <Box
            px={{ base: '4', md: '6' }}
            py="5"
            borderTopWidth="1px"
            display="grid"
            gap="5"
            css={{ '& > *': { maxWidth: '64rem' } }}
          >
            <ImageField
              whatFor="question"
              label="Diagram"
              url={values.image_url}
              alt={values.image_alt}
              error={errors.image_url ?? errors.image_alt}
              onBusy={onBusy}
              onChange={({ url, alt }) =>
                set({
                  ...(url !== undefined && { image_url: url }),
                  ...(alt !== undefined && { image_alt: alt }),
                })
              }
            />
            <FieldsGrid form={form} />
            <AnswerEditor
              options={values.options}
              errors={errors}
              onChange={(options) => set({ options })}
              onBusy={onBusy}
            />
          </Box>
        </Locked>
      </Box>
      <FormFooter
        onBack={() => navigate(urls.bankTab('mcq'))}
        action={stored === null ? 'Submit' : 'Update'}
        onAction={() => void save()}
        isBusy={form.isBusy}
        beside={
          isCreated && (
            <Button type="button" variant="outline" size="lg" onClick={next}>
              <Plus aria-hidden />
              {consoleTexts.addNextQuestion}
            </Button>
          )
        }
        isBlocked={uploads > 0 || (stored !== null && !form.isDirty)}
        refusal={form.refusal}
        wrong={Object.keys(errors).length}
      >
        {uploads > 0 ? (
          <chakra.span role="status" color="fg.warning">
            The picture is still uploading.
          </chakra.span>
        ) : (
          stored !== null && !form.isDirty && <chakra.span color="fg.muted">Nothing has changed.</chakra.span>
        )}
      </FormFooter>
      <Conflict
        theirs={form.theirs}
        what="question"
        rowsOf={(theirs) => conflictRows(comparedOfQuestion, values, questionValues(theirs), form.before)}
        note="Saving yours changes only the fields and options you changed."
        parts="fields and options"
        otherwise="None of the fields you changed differs from theirs, unless it is a picture."
        onMine={() => void form.resolve(true).then((saved) => saved && setDone(true))}
        onTheirs={() => void form.resolve(false)}
        onBack={form.closeConflict}
      />
      <LeaveDialog {...leaving} />
      <LeaveDialog isAsked={isNextAsked} leave={onNext} stay={() => setNextAsked(false)} />
    </FullHeight>
  )
}
