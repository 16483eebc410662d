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
import type { Tone } from '#pwa/ui/StateBadge.tsx'
import type { McqReport, ProblemReport, ReportView } from '../../views.ts'

export interface Look {
  icon: LucideIcon
  tone: Tone
  word: string
}

/** What became of a problem. */
export function problemLook(problem: ProblemReport): Look {
  if (!problem.is_attempted)
    return { icon: Minus, tone: 'quiet', word: problem.drafts.length > 0 ? 'Not submitted' : 'Not attempted' }
  if (problem.status === 'processing') return { icon: Hourglass, tone: 'info', word: 'Judging' }
  if (problem.obtained_score >= problem.total_score)
    return { icon: CircleCheck, tone: 'ok', word: 'Accepted' }
  if (problem.test_case_result.some((test) => test.is_passed))
    return { icon: CircleDashed, tone: 'warn', word: texts.partiallyAccepted }
  return { icon: CircleX, tone: 'bad', word: 'No test passed' }
}

/** What became of a question: what was chosen and does not count is called neither right nor unanswered. */
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

/** What the program is that is shown first. A draft judged at the end may be the best there is. */
export const programName = ({ answer_kind }: Pick<ProblemReport, 'answer_kind'>): string =>
  answer_kind === 'final' ? 'Judged draft, not submitted' : 'Best submission'

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
    why: 'in time by the account of the device, received after the end',
  },
  accepted_late: {
    icon: CircleCheck,
    tone: 'ok',
    word: 'Accepted late',
    why: 'received after the end; staff let it count',
  },
  late: { icon: CircleX, tone: 'bad', word: 'Late', why: 'made or received too late' },
  after_end: { icon: Minus, tone: 'quiet', word: 'Not timed', why: 'may come after the end' },
}

/** Whether work came in time; a newer server may know more words. */
export const verdictLook = (verdict: string): Look & { why: string } =>
  verdicts[verdict] ?? { icon: Minus, tone: 'quiet', word: verdict, why: '' }

/** Whether work of this candidate came late or is claimed, decided or not: what the page of late work is about. */
export const hasLateWork = ({ score, connection }: Pick<ReportView, 'score' | 'connection'>): boolean =>
  score.claimed_score > score.obtained_score ||
  connection.arrivals.some(({ verdict }) => ['on_time_claimed', 'late', 'accepted_late'].includes(verdict))

const opNames: Record<string, readonly [string, string]> = {
  draft: ['draft', 'drafts'],
  submit: ['submission', 'submissions'],
  mcq_select: ['choice', 'choices'],
  mcq_save: ['saved choice', 'saved choices'],
  snapshot_taken: ['snapshot', 'snapshots'],
  feedback: ['feedback', 'feedbacks'],
}

/** '3 drafts, 1 submission, 4 other notes' */
export function opsInWords(types: Record<string, number>): string {
  const parts: string[] = []
  let others = 0
  for (const [type, n] of Object.entries(types)) {
    const name = opNames[type]
    if (name) parts.push(plural(n, name[0], name[1]))
    else others += n
  }
  if (others > 0) parts.push(plural(others, 'other note'))
  return parts.join(', ')
}
