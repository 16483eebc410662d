import { useState } from 'react'
import { type Answer, CallError, type CallInput, type Sent } from '#pwa/http/call.ts'
import type { AnswerOf, EndpointName } from '#pwa/http/types.ts'
import { requestAt } from './request.ts'

type Ask = <T>(name: EndpointName, input: Sent) => Promise<Answer<T>>

interface Once {
  /** Anything else that makes two of these calls two: what the server takes from elsewhere than from the request. */
  of?: unknown
}
export type IdempotentRequest = <N extends EndpointName>(
  name: N,
  input: CallInput<N> & Once,
) => Promise<Answer<AnswerOf<N>>>

/** A call that has no answer yet: what it asks, the key it was sent with, and when last, in milliseconds since 1970. */
export interface OpenCall {
  content: string
  key: string
  at: number
}

/** The store that keeps a form's open call longer than the page lives. */
export interface KeptCall {
  read: () => Promise<OpenCall | null>
  write: (open: OpenCall | null) => Promise<void>
  /** For so long the same means the same call, ten minutes unless said. */
  sameMs?: number
}

/** The same call later than this is meant once more, because by then the outcome of the first was seen. */
const SAME_MS = 10 * 60_000
/** A record made by a whole form is not made twice by a person who finds it unsent; the server knows a day's keys. */
export const FORM_SAME_MS = 24 * 3_600_000

/** Refusals that say nothing of what came of the call before: who asks, how large, how often. */
const saysNothing = new Set([401, 403, 413, 429])

const isAnswer = (error: unknown): boolean =>
  error instanceof CallError &&
  error.kind === 'refused' &&
  error.status < 500 &&
  !saysNothing.has(error.status)

const nowhere: KeptCall = { read: async () => null, write: async () => {} }

/**
 * Asks with an Idempotency-Key, for what must not be done twice where its answer was lost: the key stays the same until
 * an answer is there, be it a refusal, something else is sent, or some minutes went by.
 * @param kept where the key is kept before it is sent: loaded again, the form that is sent as it was has the same one
 * @param now milliseconds since 1970
 */
export function idempotentRequests(
  ask: Ask,
  kept: KeptCall = nowhere,
  now: () => number = Date.now,
): IdempotentRequest {
  let open: OpenCall | null = null
  let isRead = false
  const close = (): Promise<void> => {
    open = null
    return kept.write(null)
  }
  return async <N extends EndpointName>(name: N, given: CallInput<N> & Once) => {
    const { of, ...input }: Sent & Once = given
    const content = contentOf(name, input, of)
    if (!isRead) open = await kept.read()
    isRead = true
    const at = now()
    const isSame = open?.content === content && at - open.at < (kept.sameMs ?? SAME_MS)
    open = { content, key: isSame && open ? open.key : newKey(), at }
    await kept.write(open)
    try {
      const answer = await ask<AnswerOf<N>>(name, { ...input, headers: { 'idempotency-key': open.key } })
      await close()
      return answer
    } catch (error) {
      // It was answered: whoever asks for the same again means it.
      if (isAnswer(error)) await close()
      throw error
    }
  }
}

const contentOf = (name: EndpointName, { params, query, body, form }: Sent, of: unknown): string =>
  JSON.stringify([
    name,
    params,
    query,
    body,
    form && [...form].map(([field, value]) => [field, said(value)]),
    of,
  ])

const said = (value: FormDataEntryValue): unknown =>
  typeof value === 'string' ? value : [value.name, value.size, value.lastModified]

/** A key that nothing else has: for a request, a row of a form. Over plain http browsers have no `randomUUID`. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/**
 * `ask` for one form: what it sends again after a lost answer is done once. Another form has keys of its own.
 * @param kept where its call without an answer outlives the page; without one it does not
 */
export const useIdempotentRequest = (kept?: KeptCall): IdempotentRequest =>
  useState(() => idempotentRequests(requestAt, kept))[0]
