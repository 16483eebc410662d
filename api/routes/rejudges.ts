import type { Handlers } from './handler.ts'
import { later } from './later.ts'

export const rejudgeHandlers: Handlers<
  'getRejudges' | 'postRejudge' | 'getRejudge' | 'postRejudgeApply' | 'deleteRejudge'
> = {
  getRejudges: later,
  postRejudge: later,
  getRejudge: later,
  postRejudgeApply: later,
  deleteRejudge: later,
}
