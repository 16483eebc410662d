import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { BankProblemView } from '#contract/views/bank.ts'
import { toastDone, toastError } from '#pwa/ui/toaster.ts'
import { dropDraft } from '../../kit/drafts/drafts.ts'
import { useFormRequest } from '../../kit/drafts/openCall.ts'
import { useKeptDraft } from '../../kit/drafts/useKeptDraft.ts'
import { type Refused, refusedFields, theirsOf } from '../../kit/form/fieldErrors.ts'
import { useFormState } from '../../kit/form/useFormState.ts'
import { request } from '../../kit/http/request.ts'
import { problemErrors, problemField, problemFields } from './errors.ts'
import type { ProblemStart } from './start.ts'
import {
  changedBodyOf,
  emptyProblem,
  isSameProblem,
  isSameRecord,
  type ProblemValues,
  problemBody,
  problemOnTheirs,
  problemValues,
  type TestValue,
} from './values.ts'

/** Typing rests so long before it is kept: tests may be large. */
const KEEP_AFTER_MS = 400
/** The body may hold megabytes of tests. */
const SAVE_TIMEOUT_MS = 60_000

/** The server's refusals, at the form's own fields. */
function servedOf(error: unknown): Refused {
  const { errors, rest } = refusedFields(error, [...problemFields, 'test_cases_attributes'])
  return {
    errors: Object.fromEntries(
      Object.entries(errors).map(([name, sentence]) => [problemField(name), sentence]),
    ),
    rest,
  }
}

/** The form of a problem: what is typed, what stands, what is wrong, and saving. */
export function useProblemForm(start: ProblemStart) {
  const client = useQueryClient()
  const idempotentRequest = useFormRequest(start)
  const [stored, setStored] = useState(start.stored?.problem ?? null)
  const [version, setVersion] = useState(start.stored?.version ?? null)
  /** Changes by calls of their own, each until the version after it is read. */
  const following = useRef<Promise<unknown>>(Promise.resolve())
  /** The changes after which no version has been read yet. */
  const unread = useRef<((problem: BankProblemView) => BankProblemView)[]>([])
  const newest = useRef({ stored, version })
  newest.current = { stored, version }
  const isNew = stored === null
  const [values, setValues] = useState(start.values)
  const form = useFormState<ProblemValues, BankProblemView>({
    values,
    setValues,
    errorsOf: (typed) => problemErrors(typed, stored?.description ?? null),
    refusalOf: servedOf,
    theirsOf,
  })
  const { theirs } = form
  const typed = useRef(values)
  typed.current = values
  const before = stored ? problemValues(stored) : emptyProblem
  const isDirty = !isSameProblem(values, before)
  const basis = useMemo(
    () => (stored && version !== null ? { problem: stored, version } : null),
    [stored, version],
  )
  const keptAt = useKeptDraft(start, { form: values, stored: basis }, isDirty, KEEP_AFTER_MS)

  /** A test's own name is in it and not its place, which another one takes once this one goes. */
  const draftOfTest = (test: TestValue | 'new'): string =>
    `${start.draft}:${test === 'new' ? 'new test' : `test ${test.key}`}`
  const forget = (test: TestValue): Promise<void> => dropDraft(start.userId, draftOfTest(test))

  const adopt = (problem: BankProblemView, goOnFrom = problemValues(problem)): void => {
    setStored(problem)
    setVersion(problem.version)
    form.begin(goOnFrom)
  }

  /**
   * @param wait gives the record that the change is measured against
   * @returns the problem as it stands now; null where it was not saved
   */
  const send = (
    wait: () => Promise<{
      stored: BankProblemView | null
      version: number | null
      referenceVersion?: number
    }>,
  ): Promise<BankProblemView | null> =>
    form.save(async () => {
      const on = await wait()
      const { data, message } =
        on.stored === null
          ? await idempotentRequest('postProblem', {
              body: problemBody(typed.current),
              timeoutMs: SAVE_TIMEOUT_MS,
            })
          : await request('putProblem', {
              params: { id: on.stored.id },
              // A test that was taken away while this was waited for is in it no more.
              body: changedBodyOf(typed.current, problemValues(on.stored), {
                version: on.version ?? on.stored.version,
                reference_version: on.referenceVersion ?? on.stored.reference_version,
              }),
              timeoutMs: SAVE_TIMEOUT_MS,
            })
      if (message) toastDone(message)
      await dropDraft(start.userId, start.draft)
      adopt(data.problem)
      void client.invalidateQueries({
        predicate: ({ queryKey: [call] }) =>
          typeof call === 'string' && /^get(Problem|Tags|Difficult)/.test(call),
      })
      return data.problem
    })

  return {
    ...form,
    isNew,
    draftOfTest,
    stored,
    version,
    before,
    isDirty,
    keptAt,
    async save(): Promise<BankProblemView | null> {
      if (!form.check()) return null
      return send(async () => {
        // A change by a call of its own is no conflict, also one that is still on its way.
        await following.current.catch(() => undefined)
        // A reading that failed is tried again.
        if (unread.current.length > 0) await catchUp()
        return newest.current
      })
    },
    /** Somebody else saved meanwhile: one's own changes over theirs, or on from theirs with what contradicts nothing. */
    async resolve(isMine: boolean): Promise<BankProblemView | null> {
      if (!theirs) return null
      form.closeConflict()
      if (!isMine) {
        adopt(theirs, problemOnTheirs(values, before, problemValues(theirs)))
        return null
      }
      // The changes made here are measured against what was read here, and written over what stands there now.
      return send(async () => ({
        stored,
        version: theirs.version,
        referenceVersion: theirs.reference_version,
      }))
    },
    discard(): void {
      form.begin(before)
      setVersion(stored?.version ?? null)
    },
    /** Takes a test away that is not saved yet. */
    async remove(test: TestValue): Promise<void> {
      form.change('tests', (tests) => tests.filter(({ key }) => key !== test.key))
      await forget(test)
    },
    /** Takes one that is saved away at once, by a call of its own. */
    async deactivate(test: TestValue & { id: number }): Promise<void> {
      try {
        const call = request('putTestCase', {
          params: { id: test.id },
          body: { id: test.id, is_active: false },
        })
        const followed = follow(call, (problem) => ({
          ...problem,
          test_cases: problem.test_cases.filter(({ id }) => id !== test.id),
        }))
        const { message } = await call
        if (message) toastDone(message)
        form.change('tests', (tests) => tests.filter(({ id }) => id !== test.id))
        await Promise.all([forget(test), followed])
      } catch (error) {
        toastError(error instanceof Error ? error.message : String(error))
      }
    },
    /** A template is being changed, which is no part of the form. */
    followTemplates: (call: Promise<unknown>) =>
      void follow(call, (problem) => problem).catch(() => undefined),
  }

  /**
   * A change by a call of its own: what stands after it is another version, of one's own making.
   * @param changed the problem after it, if nobody else changed anything
   */
  function follow(
    call: Promise<unknown>,
    changed: (problem: BankProblemView) => BankProblemView,
  ): Promise<unknown> {
    const taken = () =>
      call.then(
        () => {
          unread.current = [...unread.current, changed]
          return catchUp()
        },
        () => undefined,
      )
    following.current = following.current.then(taken, taken)
    return following.current
  }

  async function catchUp(): Promise<void> {
    const known = newest.current
    if (!known.stored) return
    const changes = unread.current
    const { data } = await request('getProblem', { params: { id: known.stored.id } })
    unread.current = unread.current.slice(changes.length)
    const expected = changes.reduce((problem, changed) => changed(problem), known.stored)
    // Anything not as expected is somebody else's change: the version stays behind, and saving tells of it.
    const isOwn =
      isSameRecord(problemValues(data.problem), problemValues(expected)) &&
      data.problem.reference_version === known.stored.reference_version
    newest.current = isOwn
      ? { stored: data.problem, version: data.problem.version }
      : { stored: expected, version: known.version }
    setStored(newest.current.stored)
    setVersion(newest.current.version)
  }
}
export type ProblemFormModel = ReturnType<typeof useProblemForm>
