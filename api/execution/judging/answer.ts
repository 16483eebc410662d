import type { JudgeKind } from '#contract/judging.ts'
import type { JudgeAnswer } from '../port.ts'

/** The way a judge's program ended, and the files that it left in its feedback folder. */
export interface JudgeEnd {
  exitCode: number | null
  /** Words about a signal or a limit that ended it; null where it ended by itself. */
  stopped: string | null
  stderr: string
  feedback: Readonly<Record<string, string>>
}

/** Exit codes of output validators (ICPC problem package format, 'Output validators'). */
const VALIDATOR = { accepted: 42, wrong: 43 }
/** Exit codes of testlib.h: _ok, _wa, _pe, _dirt, _unexpected_eof; _points gives a number of points; _fail is the judge's fault. */
const TESTLIB = { ok: 0, wrong: 1, presentation: 2, fail: 3, dirt: 4, points: 7, eof: 8 }
/** testlib's _pc(n) ends with the percent itself; some of them are other codes, and mean these. */
const PERCENT_MAX = 100

const MESSAGE_MAX = 4_000
const NEXT = 'nextpass.in'

const share = (of: number): number => (Number.isFinite(of) ? Math.min(1, Math.max(0, of)) : 0)
const numberIn = (text: string | undefined): number | undefined =>
  text !== undefined && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined

/** @param retryable whether the machine failed, and not the program */
export const judgeFault = (message: string, retryable = false): JudgeAnswer => ({
  ...{ verdict: 'fault', share: 0, nextInput: null, feedback: {} },
  ...{ message, retryable },
})

type Judged = Pick<JudgeAnswer, 'verdict' | 'share'> & { points?: number }

function judgedByValidator({ exitCode, feedback }: JudgeEnd): Judged | null {
  if (exitCode === VALIDATOR.wrong) return { verdict: 'wrong', share: 0 }
  if (exitCode !== VALIDATOR.accepted) return null
  const multiplier = numberIn(feedback['score_multiplier.txt'])
  if (multiplier !== undefined) return { verdict: 'accepted', share: share(multiplier) }
  const points = numberIn(feedback['score.txt'])
  return { verdict: 'accepted', share: 1, ...(points !== undefined && { points: Math.max(0, points) }) }
}

function judgedByTestlib({ exitCode, stderr }: JudgeEnd): Judged | null {
  if (exitCode === null) return null
  if (exitCode === TESTLIB.ok) return { verdict: 'accepted', share: 1 }
  if (exitCode === TESTLIB.points) {
    const points = numberIn(/^points\s+(-?[\d.]+(?:e[+-]?\d+)?)/i.exec(stderr.trim())?.[1])
    return points === undefined ? null : { verdict: 'accepted', share: 1, points: Math.max(0, points) }
  }
  if ([TESTLIB.wrong, TESTLIB.presentation, TESTLIB.dirt, TESTLIB.eof].includes(exitCode))
    return { verdict: 'wrong', share: 0 }
  if (exitCode === TESTLIB.fail || exitCode > PERCENT_MAX) return null
  return { verdict: 'accepted', share: share(exitCode / 100) }
}

const isTestlib = (kind: JudgeKind): boolean => kind === 'testlib' || kind === 'testlib_interactor'

/** Words of the judge's program, as staff reads them. */
function wordsOf({ feedback, stderr }: JudgeEnd): string {
  const parts = [feedback['judgemessage.txt'], feedback['judgeerror.txt'], stderr]
  return parts
    .flatMap((one) => one?.trim() || [])
    .join('\n')
    .slice(0, MESSAGE_MAX)
}

/** @returns the judgement by the exit code and the files that its kind of program speaks with */
export function readAnswer(kind: JudgeKind, end: JudgeEnd): JudgeAnswer {
  const judged =
    end.stopped === null ? (isTestlib(kind) ? judgedByTestlib(end) : judgedByValidator(end)) : null
  const { [NEXT]: nextInput, ...feedback } = end.feedback
  const words = wordsOf(end)
  if (judged === null) {
    const how = end.stopped ?? `ended with exit code ${end.exitCode}`
    return judgeFault([`The judge’s program ${how}.`, words].filter(Boolean).join('\n'))
  }
  return {
    ...judged,
    message: words,
    nextInput: judged.verdict === 'accepted' ? (nextInput ?? null) : null,
    feedback,
  }
}

/** @returns the part of a test's marks that an answer earns */
export const shareOf = ({ verdict, share: part, points }: JudgeAnswer, marks: number): number =>
  verdict !== 'accepted' ? 0 : points === undefined ? part : share(points / marks)
