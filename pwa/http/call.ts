import { type CandidateCall, candidatePaths } from '#contract/candidatePaths.ts'
import type { ErrorCode, Failure } from '#contract/errors.ts'
import { type PathTable, spellUrl, type UrlParts } from '#contract/url.ts'
import type { AnswerOf, EndpointName, Given, InputOf } from './types.ts'

/** A call that did not succeed. `kind` tells a refusal in words from a server that was not reached. */
export class CallError extends Error {
  readonly kind: 'refused' | 'network' | 'timeout' | 'captive'
  readonly status: number
  readonly code: ErrorCode | null
  readonly errors: Record<string, string[]>
  readonly details: Record<string, unknown>
  readonly retryAfterMs: number | null

  constructor(
    kind: CallError['kind'],
    status: number,
    failure: Partial<Failure>,
    retryAfterMs: number | null = null,
  ) {
    super(failure.message ?? sentences[kind])
    this.kind = kind
    this.status = status
    this.code = failure.code ?? null
    this.errors = failure.errors ?? {}
    this.details = failure.details ?? {}
    this.retryAfterMs = retryAfterMs
  }
}

const sentences: Record<CallError['kind'], string> = {
  refused: 'The server refused this.',
  network: 'The server cannot be reached. Check your connection and try again.',
  timeout: 'The server did not answer in time. Try again.',
  captive: 'This network answers in place of the server. Sign in to your network, then try again.',
}

/** A proxy with a limit below the server's own: no network that wants a sign-in. */
export const REFUSED_AS_TOO_LARGE = 'Something between this device and the server refused this as too large.'

/** How a call is made, whichever it is. */
export interface CallOptions {
  /** Sent as Authorization: Bearer. */
  token?: string
  headers?: Record<string, string>
  /** Milliseconds; 10 s unless told. Every call has one: a black-holed connection never fails by itself. */
  timeoutMs?: number
  signal?: AbortSignal
  /** The browser may have been told to fetch it with the page: asked for in the way it asks by itself, it is not sent twice. */
  isAhead?: boolean
}

/** The parts of a request, whichever call it is. */
export interface Sent extends CallOptions {
  params?: UrlParts[0]
  query?: UrlParts[1]
  body?: unknown
  /** A form with a file, in place of a body. */
  form?: FormData | undefined
}

/** The input and the options of one call. */
export type CallInput<N extends EndpointName> = InputOf<N> & CallOptions

export interface Answer<T> {
  data: T
  message?: string
  is_live?: boolean
  headers: Headers
}

/** Something else answered. A proxy has no other words for a server that starts anew; no network asks anybody to sign in by a 5xx. */
function ofAnother(status: number): CallError {
  if (status >= 500) return new CallError('network', status, {})
  return new CallError('captive', status, status === 413 ? { message: REFUSED_AS_TOO_LARGE } : {})
}

/**
 * A call of a candidate's page.
 * @throws CallError
 */
export const call = <N extends CandidateCall>(
  name: N,
  ...[input]: Given<CallInput<N>>
): Promise<Answer<AnswerOf<N>>> => callAt(candidatePaths[name], input)

/**
 * One way to the server for every call.
 * @throws CallError
 */
export async function callAt<T>([method, path]: PathTable[string], input: Sent = {}): Promise<Answer<T>> {
  const timeout = AbortSignal.timeout(input.timeoutMs ?? 10_000)
  const signal = input.signal ? AbortSignal.any([timeout, input.signal]) : timeout
  const headers: Record<string, string> = { accept: 'application/json', ...input.headers }
  if (input.token) headers.authorization = `Bearer ${input.token}`
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  let response: Response
  let body: unknown
  try {
    response = await fetch(spellUrl(path, input.params, input.query), {
      method,
      headers,
      body: input.form ?? (input.body === undefined ? undefined : JSON.stringify(input.body)),
      signal,
      redirect: 'manual',
      cache: 'no-store',
      credentials: input.isAhead ? 'same-origin' : 'omit',
    })
    const json = response.headers.get('content-type')?.startsWith('application/json')
    body = json ? await response.json() : undefined
  } catch {
    throw new CallError(timeout.aborted ? 'timeout' : 'network', 0, {})
  }
  if (body === undefined || typeof body !== 'object' || body === null) throw ofAnother(response.status)
  if (!response.ok) {
    const seconds = Number(response.headers.get('retry-after'))
    throw new CallError('refused', response.status, body as Failure, seconds > 0 ? seconds * 1000 : null)
  }
  return { ...(body as { data: T; message?: string; is_live?: boolean }), headers: response.headers }
}
