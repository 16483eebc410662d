import { networkInterfaces } from 'node:os'
import { type Diagnosis, type Patient, wordsOf } from './diagnosis.ts'
import { ask } from './outside.ts'
import { makePass } from './pass.ts'
import { CALLER_PATH, type CallerSeen } from './probe.ts'

/** An address of the documentation (RFC 5737), which no caller has: who believes it believes anybody. */
export const MARKER = '192.0.2.77'

const NAME = 'Proxy'
const WRITE_IT =
  'Have the proxy write X-Forwarded-For (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;)'

/** Whether the address of each caller arrives, and only what a trusted proxy says of it is believed. */
export async function examineProxy({ base, keys, now, ca, config }: Patient): Promise<Diagnosis> {
  if (base === null || keys === null) return notAsked(NAME)
  try {
    const authorization = `Bearer ${makePass(keys, now())}`
    const response = await ask(base + CALLER_PATH, { authorization, 'x-forwarded-for': MARKER }, ca)
    if (response.status !== 200) return unknownThere(NAME, response.status)
    const { data } = (await response.json()) as { data: CallerSeen }
    return judgeProxy(data, {
      speaksForIt: base.startsWith('https:') && config.tls === null,
      own: ownAddresses(),
    })
  } catch (error) {
    return { name: NAME, ok: null, says: `It could not be asked: ${wordsOf(error)}.` }
  }
}

export const notAsked = (name: string): Diagnosis => ({
  name,
  ok: null,
  says: 'Not asked: that takes the address and the keys of this installation.',
})

/** A server answered that does not know this doctor. */
export const unknownThere = (name: string, status: number): Diagnosis => ({
  name,
  ok: false,
  says: `The server at that address answers the doctor's question with ${status}.`,
  todo: 'Check that PUBLIC_URL leads to the server of this data directory, that both are the same version, that the proxy passes on the Authorization header, and that their clocks agree.',
})

/**
 * @param seen how a question that claims to come from MARKER arrived
 * @param speaksForIt people use https, and this server speaks http alone
 * @param own addresses of the machine that asked
 */
export function judgeProxy(
  seen: CallerSeen,
  { speaksForIt, own }: { speaksForIt: boolean; own: ReadonlySet<string> },
): Diagnosis {
  const { peer, is_trusted, caller, forwarded_for, forwarded_proto, signs } = seen
  const told = (ok: boolean, says: string, todo?: string): Diagnosis => ({
    name: NAME,
    ok,
    says,
    ...(todo && { todo }),
  })
  const isWritten = forwarded_for !== null && forwarded_for !== MARKER
  const isBetween = isWritten || forwarded_for === null || speaksForIt || signs.length > 0
  const proto = forwarded_proto ? ` It says that people use ${forwarded_proto}.` : ''
  if (isWritten && !is_trusted)
    return told(
      false,
      `The proxy at ${peer} is not trusted: all visitors count as one, and share one limit for failed sign-ins.`,
      `Set TRUSTED_PROXY=${peer}.`,
    )
  if (isWritten) {
    const last = forwarded_for.split(',').at(-1)?.trim() ?? ''
    if (caller === MARKER && !own.has(last))
      return told(
        false,
        `A caller's own claim was believed: TRUSTED_PROXY covers ${last} as well, from where people call.`,
        'Name only the proxies themselves in TRUSTED_PROXY.',
      )
    return told(true, `The proxy at ${peer} is trusted and says for whom it asks.${proto}`)
  }
  if (isBetween && is_trusted)
    return told(
      false,
      forwarded_for === null
        ? `The proxy at ${peer} does not say for whom it asks: all visitors count as one.`
        : `The proxy at ${peer} passes on what callers claim in X-Forwarded-For: anybody can take any address.`,
      `${WRITE_IT}.`,
    )
  if (isBetween)
    return told(
      false,
      `A proxy at ${peer} is in between and does not say for whom it asks: all visitors count as one.`,
      `${WRITE_IT}, and set TRUSTED_PROXY=${peer}.`,
    )
  if (is_trusted)
    return told(
      false,
      `No proxy is in between, and TRUSTED_PROXY names ${peer}: whoever calls from there can take any address.`,
      'Remove it from TRUSTED_PROXY, or set PUBLIC_URL to the address of the proxy.',
    )
  return told(true, 'No proxy is in between: each visitor counts by their own address.')
}

const ownAddresses = (): ReadonlySet<string> =>
  new Set(Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address)))
