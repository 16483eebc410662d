import { useRef, useState } from 'react'
import { CallError } from '#pwa/http/call.ts'
import { toastDone } from '#pwa/ui/toaster.ts'
import { type Faults, refusalOf } from '../../form/faults.ts'
import { ask } from '../../http/ask.ts'
import { queryClient } from '../../http/queryClient.ts'
import { dropDraft } from '../../local/drafts.ts'
import { useKeptDraft } from '../../local/useKeptDraft.ts'
import type { QuestionView } from '../../views.ts'
import { fieldOf, questionFaults } from './faults.ts'
import type { QuestionStart } from './start.ts'
import { bodyOf, isSameQuestion, type QuestionValues, valuesOf } from './values.ts'

interface Served {
  faults: Faults
  rest: string
}
const nothing: Served = { faults: {}, rest: '' }
const KEEP_AFTER_MS = 300

/** The fields of the calls; the options' own stand behind a point. */
const callFields = [
  'description',
  'image_url',
  'image_alt',
  'difficulty_list',
  'tag_list',
  'is_multi_select',
  'marks',
  'time_in_seconds',
]

/** What the server refused, at the form's own fields. */
function servedOf(fault: unknown): Served {
  const told = fault instanceof CallError ? Object.keys(fault.errors) : []
  const { faults, rest } = refusalOf(fault, [
    ...told.filter((name) => name.startsWith('options_attributes')),
    ...callFields,
  ])
  return {
    faults: Object.fromEntries(Object.entries(faults).map(([name, sentence]) => [fieldOf(name), sentence])),
    rest,
  }
}

/**
 * The form of a question: what is typed, what stands, what is wrong, and saving. The first save makes the question, the
 * next ones change that one. Nothing typed is ever dropped by a refusal.
 */
export function useQuestionForm(start: QuestionStart) {
  const [values, setValues] = useState(start.values)
  const [stored, setStored] = useState(start.stored)
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [served, setServed] = useState(nothing)
  const [theirs, setTheirs] = useState<QuestionView | null>(null)
  const busy = useRef(false)
  const before = stored ? valuesOf(stored) : start.plain
  const isDirty = !isSameQuestion(values, before)
  const own = questionFaults(values)
  const keptAt = useKeptDraft(start, { form: values, stored }, isDirty, KEEP_AFTER_MS)

  const set = (change: Partial<QuestionValues>): void => {
    setValues((old) => ({ ...old, ...change }))
    setServed(({ faults }) => ({
      faults: Object.fromEntries(
        Object.entries(faults).filter(([name]) => !(name.split('.')[0] ?? '' in change)),
      ),
      rest: '',
    }))
  }

  /** @returns the question as it stands now; null where it was not saved */
  async function send(on: QuestionView | null): Promise<QuestionView | null> {
    if (busy.current) return null
    busy.current = true
    setBusy(true)
    setServed(nothing)
    try {
      const body = bodyOf(values, on)
      const { data, message } =
        on === null
          ? await ask<{ question: QuestionView }>('postQuestion', { body })
          : await ask<{ question: QuestionView }>('putQuestion', {
              params: { id: on.id },
              body: { ...body, version: on.version },
            })
      if (message) toastDone(message)
      await dropDraft(start.userId, start.draft)
      setStored(data.question)
      setValues({ ...valuesOf(data.question) })
      setTried(false)
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [call] }) =>
          typeof call === 'string' && /^get(AdminQuestions|Question|Tags|Difficult)/.test(call),
      })
      return data.question
    } catch (fault) {
      const current = fault instanceof CallError && fault.code === 'conflict' ? fault.details.current : null
      if (current) setTheirs(current as QuestionView)
      else setServed(servedOf(fault))
      return null
    } finally {
      busy.current = false
      setBusy(false)
    }
  }

  return {
    values,
    set,
    stored,
    isDirty,
    isBusy,
    keptAt,
    theirs,
    own,
    /** Of the fields; nothing of the form's own before somebody tried to save. */
    faults: { ...served.faults, ...(isTried ? own : {}) } as Faults,
    refusal: served.rest || undefined,
    async save(): Promise<QuestionView | null> {
      setTried(true)
      if (Object.keys(own).length > 0) return null
      return send(stored)
    },
    /** Somebody else saved meanwhile: one's own over theirs, or on from theirs. */
    async resolve(isMine: boolean): Promise<QuestionView | null> {
      if (!theirs) return null
      setTheirs(null)
      if (isMine) return send(theirs)
      setStored(theirs)
      setValues(valuesOf(theirs))
      return null
    },
    discard(): void {
      setValues(before)
      setTried(false)
      setServed(nothing)
    },
  }
}
export type QuestionForm = ReturnType<typeof useQuestionForm>
