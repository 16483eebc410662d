import { useEffect, useRef, useState } from 'react'
import { SOURCE_MAX_BYTES } from '#contract/constants.ts'
import type { ProblemView } from '#contract/views/candidate.ts'
import type { SubmissionItem } from '#pwa/attempt/api.ts'
import { tellFault, toast } from '../../ui/toasts.ts'
import { useCode } from '../editor/useCode.ts'
import { shownOf, submissionsOf } from '../rail/states.ts'
import { stdinTooLarge } from '../result/CustomInput.tsx'
import { firstTab, type ResultTab } from '../result/ResultPane.tsx'
import { SaveProgress } from './saveState.ts'
import { useAttempt, useAttemptClient } from './useAttempt.ts'

/** Shows a verdict when it comes, unless its author is already typing on. */
function useVerdict(submission: SubmissionItem | null, typedAt: () => number, show: () => void) {
  const [open, setOpen] = useState(false)
  const before = useRef(submission)
  useEffect(() => {
    const last = before.current
    before.current = submission
    const judged = submission?.stage === 'judged' && last?.opId === submission.opId && last.stage !== 'judged'
    if (!judged || !submission) return
    show()
    if (typedAt() <= submission.madeAt) setOpen(true)
  }, [submission, typedAt, show])
  return { open, close: () => setOpen(false) }
}

/** The actions on one problem's program. */
export function useProblemWork(problem: ProblemView) {
  const actor = useAttemptClient()
  const code = useCode(problem)
  const [stdin, setStdin] = useState('')
  const [saving] = useState(() => new SaveProgress())
  const [confirming, setConfirming] = useState(false)
  const run = useAttempt((snapshot) => (snapshot.run?.problemId === problem.id ? snapshot.run : null))
  const left = useAttempt((snapshot) => snapshot.submissionsLeft[problem.id] ?? problem.submission_count_left)
  const submissions = useAttempt((snapshot) => submissionsOf(snapshot, problem.id))
  const submission = submissions.at(-1) ?? null
  const shown = shownOf(submissions)
  const [tab, setTab] = useState<ResultTab>(() => firstTab(run, submission, actor.now() - Date.now()))
  const [showFinal] = useState(() => () => setTab('final'))
  const verdict = useVerdict(shown, code.typedAt, showFinal)
  const languageId = code.language?.id

  /** The program, if it can be taken; says why where it cannot. */
  const program = (): { languageId: number; text: string } | null => {
    if (languageId === undefined) return null
    const text = code.current()
    if (new TextEncoder().encode(text).length <= SOURCE_MAX_BYTES) return { languageId, text }
    toast('bad', 'The program is too long: at most 48 KB.')
    return null
  }

  const save = async () => {
    const taken = program()
    if (!taken || saving.isUnderway) return
    saving.begin()
    await actor.saveDraft(problem.id, taken.languageId, taken.text).then(
      () => saving.end(true),
      (error: unknown) => {
        saving.end(false)
        tellFault(error)
      },
    )
  }
  const runOn = (input?: string) => {
    const taken = program()
    if (!taken) return
    setTab('output')
    actor.run(problem.id, taken.languageId, taken.text, input).catch(tellFault)
  }
  /** One that is not on this device yet is not made a second time. */
  const submitting = submission?.stage === 'saving'
  const submit = async () => {
    const taken = program()
    setConfirming(false)
    if (!taken || submitting) return
    setTab('final')
    await actor.submit(problem.id, taken.languageId, taken.text).catch(tellFault)
  }
  return {
    code,
    tab,
    setTab,
    stdin,
    setStdin,
    saving,
    confirming,
    run,
    left,
    submission,
    shown,
    verdict,
    save,
    runSamples: () => runOn(),
    runCustom: () => (stdinTooLarge(stdin) ? undefined : runOn(stdin)),
    askSubmit: () => left > 0 && !submitting && setConfirming(true),
    submitting,
    keep: () => setConfirming(false),
    submit,
  }
}
