import { FORM_SAME_MS, type IdempotentRequest } from '../http/idempotentRequest.ts'
import { useIdempotentRequest } from '../http/useIdempotentRequest.ts'
import { openCallBeside } from './openCall.ts'

/**
 * `ask` for a form of its own page, whose draft stands there again after a reload or a session that ended: sent again as it
 * was, it makes nothing a second time.
 */
export const useFormRequest = ({ userId, draft }: { userId: number; draft: string }): IdempotentRequest =>
  useIdempotentRequest({ ...openCallBeside(userId, async () => draft), sameMs: FORM_SAME_MS })
