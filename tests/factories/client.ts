import type { z } from 'zod'
import { failureCodesOf } from '#api/openapi.ts'
import { type Endpoints, endpoints } from '#contract/endpoints.ts'
import type { Failure } from '#contract/errors.ts'
import { type CallName, paths, urlOf } from '#contract/paths.ts'
import type { ReportView } from '#contract/views/admin.ts'
import { waitFor } from './wait.ts'

/** Sends one request: to an app in process, or over a real connection. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>

export interface CallInput {
  params?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, string | number | boolean | undefined>>
  /** JSON; a body the endpoint does not have is not sent unless it is given. */
  body?: unknown
  /** Sent as a form, with the body's fields beside it. */
  file?: { name: string; content: string | Uint8Array<ArrayBuffer> }
  headers?: Record<string, string>
  /** An attempt or invitation token, sent as a bearer. */
  token?: string
  idempotencyKey?: string
}

export interface Answer {
  status: number
  text: string
  headers: Headers
  json: unknown
  /** The same as a failure's body. */
  failure: Failure
}

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })

/**
 * One call of the endpoint table, whatever it answers.
 * @throws Error where it fails with what its endpoint does not name
 */
export async function call(send: Send, name: CallName, input: CallInput = {}): Promise<Answer> {
  const headers: Record<string, string> = {
    ...(input.token !== undefined && bearer(input.token)),
    ...(input.body !== undefined && !input.file && { 'content-type': 'application/json' }),
    ...(input.idempotencyKey !== undefined && { 'idempotency-key': input.idempotencyKey }),
    ...input.headers,
  }
  const response = await send(urlOf(name, input.params, input.query), {
    method: paths[name][0],
    headers,
    ...(input.file
      ? { body: formOf(input) }
      : input.body !== undefined && { body: JSON.stringify(input.body) }),
  })
  const answer = await toAnswer(response)
  // A proxy in between may answer in its place, and names nothing.
  const code = answer.failure?.code
  if (answer.status >= 400 && code !== undefined && !failureCodesOf(name).includes(code))
    throw new Error(`${name} answers ${code}, which its endpoint does not name: ${answer.text}`)
  return answer
}

/** The body a browser sends for a form with a file. */
export function formOf({ file, body }: CallInput): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>))
    form.set(name, String(value))
  if (file) form.set('file', new Blob([file.content]), file.name)
  return form
}

export async function toAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  const json = readJson(text)
  return { status: response.status, text, headers: response.headers, json, failure: json as Failure }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Tests mostly ask for the staff's report, of the two. */
type OutputOf<N extends CallName> = N extends 'getReport' ? ReportView : z.output<Endpoints[N]['output']>

/**
 * The same, but it must succeed. A server that is busy puts calls off; whoever is told so asks again.
 * @returns the data in the form its view promises
 */
export async function must<N extends CallName>(
  send: Send,
  name: N,
  input: CallInput = {},
): Promise<OutputOf<N>> {
  const ask = async () => {
    const answer = await call(send, name, input)
    return answer.status === 503 ? null : answer
  }
  const answer = await waitFor(`${name} to be let in`, ask, { within: 30_000, every: 500 })
  if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${answer.text}`)
  const { data } = answer.json as { data: unknown }
  return endpoints[name].output.parse(data) as OutputOf<N>
}

/** Signs staff in: the five headers that their calls carry. */
export async function signIn(send: Send, email: string, password: string): Promise<Record<string, string>> {
  const answer = await call(send, 'signIn', { body: { email, password } })
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${answer.text}`)
  const names = ['access-token', 'token-type', 'client', 'expiry', 'uid']
  return Object.fromEntries(names.map((name) => [name, answer.headers.get(name) ?? '']))
}
