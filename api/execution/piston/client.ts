import {
  type ExecuteAnswer,
  executeAnswer,
  type PistonRuntime,
  pistonRefusal,
  runtimesAnswer,
} from './answers.ts'
import type { PistonEndpoint } from './endpoint.ts'

/**
 * The fault of a request. `started`: the job may be running there, so its slot is not free yet. `again`: the same
 * request may be sent again at once. `retryable`: it may succeed later. `refused`: the server wants no such request.
 */
export class PistonError extends Error {
  readonly started: boolean
  readonly again: boolean
  readonly retryable: boolean
  readonly refused: boolean

  constructor(
    message: string,
    kind: { started: boolean; again: boolean; retryable: boolean; refused?: boolean },
  ) {
    super(message)
    this.name = 'PistonError'
    this.refused = kind.refused ?? false
    this.started = kind.started
    this.again = kind.again
    this.retryable = kind.retryable
  }
}

const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

function causeCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return ''
  return String(cause.code)
}

function requestError(error: unknown): PistonError {
  const code = causeCode(error)
  if (NEVER_CONNECTED.has(code)) {
    return new PistonError(`no connection: ${code}`, { started: false, again: true, retryable: true })
  }
  const text = code || (error instanceof Error ? error.message : String(error))
  return new PistonError(`the connection broke: ${text}`, { started: true, again: false, retryable: true })
}

async function readJson(response: Response): Promise<unknown> {
  let text: string
  try {
    text = await response.text()
  } catch (error) {
    // Cut off in the middle is not the same as nonsense.
    throw requestError(error)
  }
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function request(endpoint: PistonEndpoint, path: string, init: RequestInit): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(`${endpoint.url.replace(/(?<!\/)\/+$/, '')}/api/v2/${path}`, {
      ...init,
      headers: { ...endpoint.headers, ...init.headers },
    })
  } catch (error) {
    throw requestError(error)
  }
  if (response.status >= 500) {
    await response.body?.cancel()
    throw new PistonError(`status ${response.status}`, { started: false, again: true, retryable: true })
  }
  const body = await readJson(response)
  if (!response.ok) {
    const message = `refused with ${response.status}: ${pistonRefusal(body)}`
    throw new PistonError(message, { started: false, again: false, retryable: false, refused: true })
  }
  return body
}

function notUnderstood(what: string): PistonError {
  return new PistonError(`the answer to ${what} is not understood`, {
    started: false,
    again: false,
    retryable: false,
  })
}

/** The runtimes that an endpoint has installed. Rejects with a PistonError. */
export async function fetchRuntimes(endpoint: PistonEndpoint, signal: AbortSignal): Promise<PistonRuntime[]> {
  const parsed = runtimesAnswer.safeParse(await request(endpoint, 'runtimes', { signal }))
  if (!parsed.success) throw notUnderstood('runtimes')
  return parsed.data
}

/** Sends a job, already as JSON, and waits for its answer. Rejects with a PistonError. */
export async function sendJob(
  endpoint: PistonEndpoint,
  body: string,
  signal: AbortSignal,
): Promise<ExecuteAnswer> {
  const headers = { 'content-type': 'application/json' }
  const parsed = executeAnswer.safeParse(
    await request(endpoint, 'execute', { method: 'POST', headers, body, signal }),
  )
  if (!parsed.success) throw notUnderstood('execute')
  return parsed.data
}
