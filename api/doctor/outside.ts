import { request } from 'node:https'
import { Readable } from 'node:stream'
import { rootCertificates } from 'node:tls'
import type { Diagnosis, Patient } from './diagnosis.ts'

/** The address of the installation as people reach it, with all that lies in between. */

const WAIT_MS = 10_000

/**
 * One question from outside; a redirect is an answer.
 * @param ca PEM of an authority that is trusted as well
 * @throws Error in words where there is none
 */
export async function ask(
  url: string,
  headers: Record<string, string> = {},
  ca: string | undefined = undefined,
): Promise<Response> {
  const signal = AbortSignal.timeout(WAIT_MS)
  try {
    if (ca !== undefined && url.startsWith('https:')) return await askTrusting(url, { headers, signal, ca })
    return await fetch(url, { headers, redirect: 'manual', signal })
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error })
  }
}

/** Node's fetch takes no authority of one's own. */
function askTrusting(
  url: string,
  how: { headers: Record<string, string>; signal: AbortSignal; ca: string },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { ...how, ca: [...rootCertificates, how.ca], agent: false }, (incoming) => {
      const answer = new Headers()
      for (const [name, value] of Object.entries(incoming.headers)) answer.set(name, String(value))
      resolve(
        new Response(Readable.toWeb(incoming) as ReadableStream, {
          status: incoming.statusCode ?? 502,
          headers: answer,
        }),
      )
    })
    asked.once('error', (error) =>
      reject(how.signal.aborted ? how.signal.reason : new Error(error.message, { cause: error })),
    )
    asked.end()
  })
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its name is not known to DNS',
  EAI_AGAIN: 'DNS did not answer',
  ECONNRESET: 'the connection was broken off',
  UND_ERR_SOCKET: 'the connection was broken off',
  EHOSTUNREACH: 'no route leads there',
  ENETUNREACH: 'no route leads there',
  ETIMEDOUT: 'it does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
}

function reasonOf(error: unknown): string {
  if ((error as Error).name === 'TimeoutError') return `no answer within ${WAIT_MS / 1_000} seconds`
  const cause = (error as Error).cause as NodeJS.ErrnoException | undefined
  // Fetch refuses the ports that browsers refuse.
  if (cause?.message === 'bad port') return 'browsers refuse that port'
  return reasons[cause?.code ?? ''] ?? cause?.message ?? (error as Error).message
}

/** Whether it answers there, and by which clock: null where no answer carries one. */
export interface Reached {
  diagnosis: Diagnosis
  date: number | null
}

export async function reach({ config, base, isServing, ca }: Patient): Promise<Reached> {
  const told = (ok: boolean | null, says: string, todo?: string): Diagnosis => ({
    name: 'Address',
    ok,
    says,
    ...(todo && { todo }),
  })
  if (base === null)
    return {
      diagnosis: told(
        null,
        'PUBLIC_URL is not set and PORT is 0: it is not known where people reach this installation.',
        'Set PUBLIC_URL.',
      ),
      date: null,
    }
  const where = config.publicUrl === null ? base : `PUBLIC_URL (${base})`
  const setRight =
    'Check PUBLIC_URL and the proxy in front: everything under that address has to reach this server.'
  try {
    const response = await ask(`${base}/healthz`, {}, ca)
    const date = dateOf(response)
    const to = response.headers.get('location')
    if (response.status >= 300 && response.status < 400)
      return {
        diagnosis: told(
          false,
          `${where} redirects to ${to ?? 'another address'}.`,
          'Set PUBLIC_URL to the address that people end up at.',
        ),
        date,
      }
    if (!(await isOurs(response)))
      return {
        diagnosis: told(false, `${where} answers ${response.status}, and not as this server does.`, setRight),
        date,
      }
    return { diagnosis: told(true, `${where} answers.`), date }
  } catch (error) {
    const says = `${where} cannot be reached: ${(error as Error).message}.`
    const todo = isServing
      ? setRight
      : 'No server runs on this data directory. Start it and run doctor again.'
    return { diagnosis: told(isServing ? false : null, says, todo), date: null }
  }
}

async function isOurs(response: Response): Promise<boolean> {
  if (response.status !== 200) return false
  const body = (await response.json().catch(() => null)) as { data?: { ok?: unknown } } | null
  return body?.data?.ok === true
}

function dateOf(response: Response): number | null {
  const at = Date.parse(response.headers.get('date') ?? '')
  return Number.isNaN(at) ? null : at
}
