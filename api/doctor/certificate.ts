import { isIP } from 'node:net'
import { checkServerIdentity, connect, type PeerCertificate, rootCertificates } from 'node:tls'
import { type Diagnosis, type Patient, wordsOf } from './diagnosis.ts'

const NAME = 'Certificate'
const WAIT_MS = 10_000
const DAY = 86_400_000
/** Renewals happen weeks before the end: one that is so near has failed. */
const SOON_DAYS = 14

/** Whether browsers will take the certificate of PUBLIC_URL, and for how long. */
export async function examineCertificate({ base, now }: Patient, ca?: string): Promise<Diagnosis> {
  if (base === null) return { name: NAME, ok: null, says: 'It is not known where people reach this server.' }
  const { protocol, hostname, port } = new URL(base)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (protocol === 'http:')
    return isThisMachine(host)
      ? { name: NAME, ok: null, says: 'People use this machine itself: that takes none.' }
      : {
          name: NAME,
          ok: false,
          says: `${base} is plain http on another machine: browsers then allow no camera, no offline work and no installation of the page.`,
          todo: 'Put a proxy with a certificate in front and set PUBLIC_URL to its https address, or set TLS_SELF_SIGNED=on in a network of your own.',
        }
  try {
    return judgeCertificate(await certificateOf(host, Number(port || 443), ca), host, now())
  } catch (error) {
    return {
      name: NAME,
      ok: false,
      says: `${host} shows none: ${wordsOf(error)}.`,
      todo: 'Check that the proxy listens there and speaks TLS.',
    }
  }
}

const isThisMachine = (host: string): boolean => ['localhost', '127.0.0.1', '::1'].includes(host)

interface Shown {
  certificate: PeerCertificate
  /** Why its chain is not trusted; null where it is. */
  fault: string | null
}

/** @param ca trusted beside what Node trusts by itself */
function certificateOf(host: string, port: number, ca?: string): Promise<Shown> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      ...(isIP(host) === 0 && { servername: host }),
      ...(ca && { ca: [...rootCertificates, ca] }),
      // Nothing is sent: what is shown is looked at here.
      rejectUnauthorized: false,
    })
    socket.setTimeout(WAIT_MS, () => socket.destroy(new Error('it does not answer')))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      const fault = socket.authorized ? null : String(socket.authorizationError ?? 'not trusted')
      resolve({ certificate: socket.getPeerCertificate(), fault })
      socket.destroy()
    })
  })
}

const faults: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'nobody but itself has signed it',
  SELF_SIGNED_CERT_IN_CHAIN: 'it is signed by an authority that is not known',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificates between it and a known authority are missing',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'it is signed by an authority that is not known',
}

function judgeCertificate({ certificate, fault }: Shown, host: string, now: number): Diagnosis {
  const wrong = (says: string, todo: string): Diagnosis => ({ name: NAME, ok: false, says, todo })
  const until = Date.parse(certificate.valid_to)
  const days = Math.floor((until - now) / DAY)
  const date = new Date(until).toISOString().slice(0, 10)
  const renew = 'Renew it, check why that did not happen by itself, and have the proxy load it.'
  if (until <= now) return wrong(`It ended on ${date}: browsers refuse it.`, renew)
  if (Date.parse(certificate.valid_from) > now)
    return wrong(
      `It holds only from ${certificate.valid_from} on.`,
      'Check the clock of this machine and of whoever issued it.',
    )
  if (checkServerIdentity(host, certificate))
    return wrong(
      `It is for ${certificate.subjectaltname ?? certificate.subject.CN}, and not for ${host}.`,
      'Get one for the name in PUBLIC_URL, or set PUBLIC_URL to a name it is for.',
    )
  // A certificate that has ended counts as not trusted, too, and was told above.
  if (fault !== null && fault !== 'CERT_HAS_EXPIRED')
    return wrong(
      `It is not trusted: ${faults[fault] ?? fault}.`,
      'Use a certificate of a public authority, and give the proxy its whole chain (often called fullchain). For an authority of your own, start doctor with NODE_EXTRA_CA_CERTS.',
    )
  if (days < SOON_DAYS) return wrong(`It ends in ${days} days, on ${date}.`, renew)
  return { name: NAME, ok: true, says: `It is trusted, for ${host}, and holds for ${days} more days.` }
}
