import {
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  Hourglass,
  type LucideIcon,
  Minus,
  MousePointer2Off,
} from 'lucide-react'
import { plural } from '#contract/plural.ts'
import { texts } from '#contract/texts.ts'
import type { McqReport, ProblemReport, ReportView } from '#contract/views/admin.ts'
import type { Tone } from '#pwa/ui/StateBadge.tsx'

export interface Look {
  icon: LucideIcon
  tone: Tone
  word: string
}

/** The outcome of a problem. */
export function problemLook(problem: ProblemReport): Look {
  if (!problem.is_attempted)
    return { icon: Minus, tone: 'quiet', word: problem.drafts.length > 0 ? 'Not submitted' : 'Not attempted' }
  if (problem.status === 'held') return { icon: Clock, tone: 'warn', word: 'Late, not judged' }
  if (problem.status === 'processing') return { icon: Hourglass, tone: 'info', word: 'Judging' }
  if (problem.obtained_score >= problem.total_score)
    return { icon: CircleCheck, tone: 'ok', word: 'Accepted' }
  if (problem.test_case_result.some((test) => test.is_passed))
    return { icon: CircleDashed, tone: 'warn', word: texts.partiallyAccepted }
  return { icon: CircleX, tone: 'bad', word: 'No test passed' }
}

/** The outcome of a question: a choice that does not count is called neither right nor unanswered. */
export function mcqLook(
  mcq: Pick<McqReport, 'selected_options' | 'held_options' | 'unsaved_options' | 'is_accepted'>,
): Look {
  if (mcq.selected_options.length === 0 && mcq.held_options.length > 0)
    return { icon: Clock, tone: 'warn', word: 'Answered, not counted' }
  if (mcq.selected_options.length === 0 && mcq.unsaved_options.length > 0)
    return { icon: MousePointer2Off, tone: 'warn', word: 'Chosen, not saved' }
  if (mcq.selected_options.length === 0) return { icon: Minus, tone: 'quiet', word: 'Not answered' }
  if (mcq.is_accepted) return { icon: CircleCheck, tone: 'ok', word: 'Right' }
  return { icon: CircleX, tone: 'bad', word: 'Wrong' }
}

/** How many tests were passed, of how many; null where nothing was judged. */
export const testsOf = ({
  is_attempted,
  status,
  test_case_result: tests,
}: ProblemReport): [number, number] | null =>
  is_attempted && status !== 'held' ? [tests.filter((test) => test.is_passed).length, tests.length] : null

/** The name of the program that is shown first. A draft judged at the end may be the best there is. */
export function programName({ answer_kind, status }: Pick<ProblemReport, 'answer_kind' | 'status'>): string {
  if (status === 'held') return 'Late submission'
  return answer_kind === 'final' ? 'Judged draft, not submitted' : 'Best submission'
}

/** There is one of each language at most. */
export const draftName = (language: string | null): string =>
  `Draft in ${language ?? 'another language'}, not submitted`

const outcomes: Record<string, string> = {
  ok: 'Wrong output',
  runtime_error: 'Runtime error',
  compile_error: 'Compile error',
  time_limit: 'Time over',
  memory_limit: 'Memory limit',
  output_limit: 'Output limit',
  sandbox_violation: 'Forbidden call',
  partly: 'Partly right',
  engine_error: 'Not judged',
}

export function testLook(test: { is_passed: boolean; outcome: string | null }): Look {
  if (test.is_passed) return { icon: CircleCheck, tone: 'ok', word: 'Passed' }
  if (test.outcome === null) return { icon: Minus, tone: 'quiet', word: 'Not run' }
  return { icon: CircleX, tone: 'bad', word: outcomes[test.outcome] ?? 'Failed' }
}

const verdicts: Record<string, Look & { why: string }> = {
  on_time: { icon: CircleCheck, tone: 'ok', word: 'On time', why: 'made and received in time' },
  on_time_claimed: {
    icon: Hourglass,
    tone: 'warn',
    word: 'Claimed',
    why: 'in time according to the device, received after the end',
  },
  accepted_late: {
    icon: CircleCheck,
    tone: 'ok',
    word: 'Accepted late',
    why: 'received after the end; staff let it count',
  },
  late: {
    icon: CircleX,
    tone: 'bad',
    word: 'Late',
    why: 'made too late, received too late, or made during a pause',
  },
  after_end: { icon: Minus, tone: 'quiet', word: 'Not timed', why: 'may come after the end' },
}

/** Whether work came in time; a newer server may know more words. */
export const verdictLook = (verdict: string): Look & { why: string } =>
  verdicts[verdict] ?? { icon: Minus, tone: 'quiet', word: verdict, why: '' }

/** The words of the link to late work; null if nothing of this candidate came late. */
export const lateWorkMessage = ({ late_work }: Pick<ReportView, 'late_work'>): string | null =>
  late_work && (late_work.waiting > 0 ? 'Review late work' : 'Late work, decided')

const opNames: Record<string, readonly [string, string]> = {
  draft: ['draft', 'drafts'],
  submit: ['submission', 'submissions'],
  mcq_select: ['choice', 'choices'],
  mcq_save: ['saved choice', 'saved choices'],
  mcq_submit_all: ['save of all choices', 'saves of all choices'],
  snapshot_taken: ['snapshot', 'snapshots'],
  feedback: ['feedback', 'feedbacks'],
  finish: ['end of the test', 'ends of the test'],
}

/** The types that tell of the line; anything else a page notes is a signal, as the timeline calls it. */
const lineTypes: ReadonlySet<string> = new Set(['online', 'offline', 'sync_stall'])

/** '3 drafts, 1 submission, 4 signals, 2 notes on the connection' */
export function formatOps(types: Record<string, number>): string {
  const parts: string[] = []
  let signals = 0
  let ofLine = 0
  for (const [type, n] of Object.entries(types)) {
    const name = opNames[type]
    if (name) parts.push(plural(n, name[0], name[1]))
    else if (lineTypes.has(type)) ofLine += n
    else signals += n
  }
  if (signals > 0) parts.push(plural(signals, 'signal'))
  if (ofLine > 0) parts.push(plural(ofLine, 'note on the connection', 'notes on the connection'))
  return parts.join(', ')
}
