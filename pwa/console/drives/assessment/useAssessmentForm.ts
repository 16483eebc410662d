import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { newAssessmentBody } from '#contract/forms/assessment.ts'
import { joinNames } from '#contract/names.ts'
import type { AssessmentView } from '#contract/views/assessment.ts'
import type { Sections } from '#machines/drive/policy.ts'
import { toastDone } from '#pwa/ui/toaster.ts'
import { dropDraft } from '../../kit/drafts/drafts.ts'
import { useFormRequest } from '../../kit/drafts/openCall.ts'
import { useKeptDraft } from '../../kit/drafts/useKeptDraft.ts'
import { theirsOf } from '../../kit/form/fieldErrors.ts'
import { useForm } from '../../kit/form/useForm.ts'
import { queryOf } from '../../kit/http/queryOf.ts'
import { useSession } from '../../kit/session/sessionStore.ts'
import { urls } from '../../urls.ts'
import { assessmentForm, assessmentOnTheirs, moreErrorsOf, payloadOf } from './fields.ts'
import type { AssessmentStart } from './start.ts'

/** The form with what it is judged by, its draft, and what becomes of it when it is sent. */
export function useAssessmentForm(start: AssessmentStart) {
  const client = useQueryClient()
  const idempotentRequest = useFormRequest(start)
  const navigate = useNavigate()
  const user = useSession()?.user
  const allowed = { allow_coding: user?.allow_coding ?? true, allow_mcq: user?.allow_mcq ?? true }
  const users = useQuery(queryOf('getUsersList'))
  /** The assessment that the form is measured against: nobody's change since then is written over unseen. */
  const [stored, setStored] = useState(start.stored)
  const base = useRef(stored)
  base.current = stored
  const [tags, setTags] = useState(start.form.tag_list)
  const { available, error: countsError } = useAvailable(tags, allowed)
  const isFixed = start.hasBegun || (stored?.appeared ?? 0) > 0
  const active = users.data ? new Set(users.data.users.map((one) => one.id)) : null

  const form = useForm({
    initial: start.form,
    schema: newAssessmentBody,
    check: (values) => moreErrorsOf(values, { allowed, available, isFixed, active, stored }),
    theirsOf: theirsOf<AssessmentView>,
    async onSubmit(parsed) {
      const current = base.current
      const { message } = await (current
        ? idempotentRequest('putAssessment', {
            params: { id: current.id },
            body: payloadOf(parsed, current),
          })
        : idempotentRequest('postAssessment', { body: parsed }))
      await dropDraft(start.userId, start.draft)
      toastDone(message ?? 'Assessment saved')
      await client.invalidateQueries({ queryKey: ['getAssessments'] })
      navigate(urls.assessments)
    },
  })
  const { theirs } = form
  const plain = stored ? assessmentForm(stored) : start.plain
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(plain)
  const keptAt = useKeptDraft(start, { form: form.values, stored }, isChanged)
  const setAll = (to: typeof form.values): void => {
    setTags(to.tag_list)
    form.reset(to)
  }
  return {
    form,
    stored,
    allowed,
    available,
    countsError,
    users,
    isFixed,
    plain,
    keptAt,
    isParamAllowed: user?.is_param_ai_allowed === true,
    isChanged,
    setTagList(to: string[]): void {
      setTags(to)
      form.set('tag_list', to)
    },
    discard: () => setAll(plain),
    /** Somebody else saved meanwhile: one's own changes over theirs, or on from theirs with what contradicts nothing. */
    resolve(isMine: boolean): void {
      if (!theirs) return
      // One's own changes are those since the form was begun, saved on what stands there now.
      const { version, appeared } = theirs
      base.current = isMine && stored ? { ...stored, version, appeared } : theirs
      setStored(base.current)
      form.closeConflict()
      if (isMine) void form.submit()
      else setAll(assessmentOnTheirs(form.values, plain, assessmentForm(theirs)))
    },
  }
}
export type Assessing = ReturnType<typeof useAssessmentForm>

/** How many there are to draw from with these tags, by section and level; null while that is not known. */
function useAvailable(tags: readonly string[], allowed: Sections) {
  const query = { tag_list: joinNames(tags, ',') }
  const problems = useQuery({
    ...queryOf('getProblemCounts', { query }),
    enabled: allowed.allow_coding,
    placeholderData: keepPreviousData,
  })
  const mcqs = useQuery({
    ...queryOf('getMcqCounts', { query }),
    enabled: allowed.allow_mcq,
    placeholderData: keepPreviousData,
  })
  const [p, m] = [problems.data, mcqs.data]
  return {
    available: {
      problem_count_hash: p
        ? { easy: p.easy_problem_count, medium: p.medium_problem_count, hard: p.hard_problem_count }
        : null,
      mcq_count_hash: m
        ? { easy: m.easy_mcq_count, medium: m.medium_mcq_count, hard: m.hard_mcq_count }
        : null,
    },
    error: problems.error ?? mcqs.error,
  }
}
