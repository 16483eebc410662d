import { type AskOnce, FORM_SAME_MS } from '../http/askOnce.ts'
import { useAskOnce } from '../http/useAskOnce.ts'
import { openCallBeside } from './openCall.ts'

/**
 * `ask` for a form of its own page, whose draft stands there again after a reload or a session that ended: sent again as it
 * was, it makes nothing a second time.
 */
export const useFormAskOnce = ({ userId, draft }: { userId: number; draft: string }): AskOnce =>
  useAskOnce({ ...openCallBeside(userId, async () => draft), sameMs: FORM_SAME_MS })
