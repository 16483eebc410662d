import type { CallName } from '#contract/paths.ts'
import { type Answer, CallError, type CallInput } from '#pwa/http/call.ts'
import { newKey } from '../newKey.ts'

type Ask = <T>(name: CallName, input?: CallInput) => Promise<Answer<T>>

/**
 * Asks with an Idempotency-Key, for what must not be done twice where its answer was lost: the key stays the same until
 * an answer is there, be it a refusal, or something else is sent.
 */
export function askingOnce(ask: Ask): Ask {
  let open: { content: string; key: string } | null = null
  return async <T>(name: CallName, input: CallInput = {}): Promise<Answer<T>> => {
    const content = contentOf(name, input)
    if (open?.content !== content) open = { content, key: newKey() }
    try {
      const answer = await ask<T>(name, { ...input, headers: { 'idempotency-key': open.key } })
      open = null
      return answer
    } catch (fault) {
      // It was answered: whoever asks for the same again means it.
      if (fault instanceof CallError && fault.kind === 'refused' && fault.status < 500) open = null
      throw fault
    }
  }
}

const contentOf = (name: CallName, { params, query, body, form }: CallInput): string =>
  JSON.stringify([name, params, query, body, form && [...form].map(([field, value]) => [field, said(value)])])

const said = (value: FormDataEntryValue): unknown =>
  typeof value === 'string' ? value : [value.name, value.size, value.lastModified]
