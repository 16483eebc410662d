import type { JobRow } from '#db/queries/jobs.ts'
import type { CaseResult } from './port.ts'

/** The words that begin a try's fault if the program may have been the reason; they are kept with the job. */
const SUSPECT = { crash: 'crashed over this program: ', lost: 'never answered for this program: ' } as const
/** So often an engine may do that over one program, the last two times in a row. */
const TRIES = { crash: 4, lost: 30 } as const

/** An engine fault is no verdict: the job waits and is tried again. */
export class EngineError extends Error {
  constructor({ message = 'the engine failed', suspect }: Pick<CaseResult, 'message' | 'suspect'>) {
    super((suspect ? SUSPECT[suspect] : '') + message)
  }
}

/** The text for staff in the place of a program's words, if its job was given up. */
export const NOT_JUDGED = 'The engine failed on this program every time. Rejudge it once you know why.'

/**
 * Whether a job is not tried again: the engine does not fail by itself but over its program. An engine that is away or broken
 * gives nothing up.
 */
export function isJobGivenUp({ tries, last_fault }: JobRow, { outcome, suspect }: CaseResult): boolean {
  if (outcome !== 'engine_error' || !suspect) return false
  return tries >= TRIES[suspect] && last_fault !== null && last_fault.includes(SUSPECT[suspect])
}
