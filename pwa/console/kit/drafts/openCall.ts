import {
  FORM_SAME_MS,
  type IdempotentRequest,
  type KeptCall,
  type OpenCall,
  useIdempotentRequest,
} from '../http/idempotentRequest.ts'
import { dropDraft, keepDraft, readDraft } from './drafts.ts'

/**
 * Beside the draft of a form, its call that has no answer yet: sent again after a reload, it is the same one.
 * @param draft the draft's name, once it is known; undefined where none is kept
 */
export function openCallBeside(userId: number, draft: () => Promise<string> | undefined): KeptCall {
  const row = async (): Promise<string | null> => {
    const name = await draft()
    return name === undefined ? null : `call of ${name}`
  }
  return {
    async read() {
      const name = await row()
      return name === null ? null : ((await readDraft<OpenCall>(userId, name))?.value ?? null)
    },
    async write(open) {
      const name = await row()
      if (name === null) return
      if (open) await keepDraft(userId, name, open)
      else await dropDraft(userId, name)
    },
  }
}

/**
 * `ask` for a form of its own page, whose draft stands there again after a reload or a session that ended: sent again as it
 * was, it makes nothing a second time.
 */
export const useFormRequest = ({ userId, draft }: { userId: number; draft: string }): IdempotentRequest =>
  useIdempotentRequest({ ...openCallBeside(userId, async () => draft), sameMs: FORM_SAME_MS })
