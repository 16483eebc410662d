import type { Diagnosis, Patient } from './diagnosis.ts'

/** The address of the installation as people reach it, with all that lies in between. */

const WAIT_MS = 10_000

/** One question from outside; a redirect is an answer. @throws Error in words where there is none */
export async function ask(url: string, headers: Record<string, string> = {}): Promise<Response> {
  try {
    return await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(WAIT_MS) })
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error })
  }
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

export async function reach({ config, base, isServing }: Patient): Promise<Reached> {
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
    const response = await ask(`${base}/healthz`)
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
