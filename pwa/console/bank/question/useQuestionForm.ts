import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { kindFields } from '#contract/questionKinds.ts'
import type { BankQuestionView } from '#contract/views/bank.ts'
import { CallError } from '#pwa/http/call.ts'
import { toastDone } from '#pwa/ui/toaster.ts'
import { dropDraft } from '../../kit/drafts/drafts.ts'
import { useFormRequest } from '../../kit/drafts/openCall.ts'
import { useKeptDraft } from '../../kit/drafts/useKeptDraft.ts'
import { type Refused, refusedFields, theirsOf } from '../../kit/form/fieldErrors.ts'
import { useFormState } from '../../kit/form/useFormState.ts'
import { questionErrors, questionField } from './errors.ts'
import { draftOf, type QuestionStart } from './start.ts'
import {
  isSameQuestion,
  type QuestionValues,
  questionBody,
  questionChange,
  questionOnTheirs,
  questionValues,
} from './values.ts'

const KEEP_AFTER_MS = 300

/** The fields of the calls; the options' own stand behind a point. */
const callFields = [
  'description',
  'image_url',
  'image_alt',
  'difficulty_list',
  'tag_list',
  ...kindFields(),
  'marks',
  'time_in_seconds',
]

/** The server's refusals, at the form's own fields. */
function servedOf(error: unknown, places: readonly number[]): Refused {
  const told = error instanceof CallError ? Object.keys(error.errors) : []
  const { errors, rest } = refusedFields(error, [
    ...told.filter((name) => name.startsWith('options_attributes')),
    ...callFields,
  ])
  return {
    errors: Object.fromEntries(
      Object.entries(errors).map(([name, sentence]) => [questionField(name, places), sentence]),
    ),
    rest,
  }
}

/**
 * The form of a question: what is typed, what stands, what is wrong, and saving. The first save makes the question, the
 * next ones change that one.
 */
export function useQuestionForm(start: QuestionStart) {
  const client = useQueryClient()
  const idempotentRequest = useFormRequest(start)
  const [stored, setStored] = useState(start.stored)
  /** The places in the form of the options that were sent last. */
  const places = useRef<readonly number[]>([])
  const [values, setValues] = useState(start.values)
  const form = useFormState<QuestionValues, BankQuestionView>({
    values,
    setValues,
    errorsOf: questionErrors,
    refusalOf: (error) => servedOf(error, places.current),
    theirsOf,
  })
  const { theirs } = form
  const before = stored ? questionValues(stored) : start.plain
  const isDirty = !isSameQuestion(values, before)
  // Once the question is made, what is typed changes that one: the next new question begins with none of it.
  const draft = stored && start.stored === null ? draftOf(stored.id) : start.draft
  useEffect(() => {
    // The other name's draft goes, even if it was being written while the question was made.
    if (draft !== start.draft) void dropDraft(start.userId, start.draft)
  }, [draft, start])
  const keptAt = useKeptDraft({ ...start, draft }, { form: values, stored }, isDirty, KEEP_AFTER_MS)

  const adopt = (question: BankQuestionView, goOnFrom = questionValues(question, values.unit)): void => {
    setStored(question)
    form.begin(goOnFrom)
  }

  /**
   * @param standing as somebody else left it, where that is another state than the form was begun with
   * @returns the question as it stands now; null where it was not saved
   */
  const send = (standing = stored): Promise<BankQuestionView | null> =>
    form.save(async () => {
      const change = stored && questionChange(values, stored, standing ?? stored)
      places.current = change?.places ?? []
      const { data, message } =
        stored && change
          ? await idempotentRequest('putQuestion', {
              params: { id: stored.id },
              body: change.body,
            })
          : await idempotentRequest('postQuestion', { body: questionBody(values) })
      if (message) toastDone(message)
      await dropDraft(start.userId, draft)
      adopt(data.question)
      void client.invalidateQueries({
        predicate: ({ queryKey: [call] }) =>
          typeof call === 'string' && /^get(AdminQuestions|Question|Tags|Difficult)/.test(call),
      })
      return data.question
    })

  return {
    ...form,
    stored,
    before,
    isDirty,
    keptAt,
    async save(): Promise<BankQuestionView | null> {
      return form.check() ? send() : null
    },
    /** Somebody else saved meanwhile: one's own changes over theirs, or on from theirs with what contradicts nothing. */
    async resolve(isMine: boolean): Promise<BankQuestionView | null> {
      if (!theirs) return null
      form.closeConflict()
      if (isMine) return send(theirs)
      adopt(theirs, questionOnTheirs(values, before, questionValues(theirs, values.unit)))
      return null
    },
    discard: () => form.begin(before),
  }
}
export type QuestionFormModel = ReturnType<typeof useQuestionForm>
