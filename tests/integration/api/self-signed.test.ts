import { X509Certificate } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import { createServer as createTlsServer, type RequestOptions, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect } from 'node:tls'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { makeBackup } from '#api/backups/backup.ts'
import { finishRestore, restoreFiles } from '#api/backups/restore.ts'
import { readConfig } from '#api/config.ts'
import { examine } from '#api/doctor/doctor.ts'
import { issueCertificate, makeAuthority, makeKey, SERVER_DAYS } from '#api/tls/authority.ts'
import { ownFiles } from '#api/tls/certificate.ts'
import { certifiedNames } from '#api/tls/names.ts'
import { keepOwnCertificate, namesInCertificate, readAuthority } from '#api/tls/ownCertificate.ts'
import { openTls, serveTls } from '#api/tls/serve.ts'
import { freePort, movableClock, openApp, scriptedExecutor, waitFor } from '../../factories/index.ts'

/** The certificate that an installation signs itself, for a network that no public authority serves. */

const DAY = 86_400_000
const now = Date.now()

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-own-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'tls')
}

interface Asked {
  status: number | undefined
  headers: Record<string, unknown>
  body: string
}

function ask(send: typeof request, options: RequestOptions): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const asked = send({ host: '127.0.0.1', agent: false, ...options }, (response) => {
      void text(response).then((body) =>
        resolve({ status: response.statusCode, headers: response.headers, body }),
      )
    })
    asked.once('error', reject)
    asked.end()
  })
}

const names = (folder: string): string =>
  new X509Certificate(readFileSync(ownFiles(folder).certificate)).subjectAltName ?? ''

test('the product over https with its own authority, a page that explains it, a doctor that is content, and a backup that devices trust', async () => {
  const redirect = await freePort()
  const settings = { TLS_SELF_SIGNED: 'on', TLS_NAMES: 'tests.lan', HTTP_REDIRECT_PORT: String(redirect) }
  const clock = movableClock(now)
  const first = await openApp({ listen: true, settings, clock })
  onTestFinished(() => rmSync(first.data, { recursive: true, force: true }))
  const folder = join(first.data, 'tls')
  const { pem, fingerprint, thumbprint } = readAuthority(folder)
  for (const file of Object.values(ownFiles(folder))) expect(statSync(file).mode & 0o777).toBe(0o600)
  const port = Number(new URL(first.base).port)
  const https = (path: string) => ask(request, { port, path, ca: pem })
  expect(await https('/healthz')).toMatchObject({ status: 200 })
  await expect(ask(request, { port, path: '/healthz' })).rejects.toThrow('certificate')
  const plainText = ({ body }: Asked) => body.replaceAll('<wbr>', '')
  expect(plainText(await https('/tls'))).toContain(fingerprint)
  expect(await https('/tls/authority.crt')).toMatchObject({
    body: pem,
    headers: { 'content-type': 'application/x-x509-ca-cert' },
  })

  const plain = (path: string, host = '127.0.0.1') =>
    ask(plainRequest as typeof request, { port: redirect, path, headers: { host } })
  const page = await plain('/candidate/overview/x?y=<b>')
  expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
  expect(plainText(page)).toContain(fingerprint)
  expect(page.body).toContain(`href="https://127.0.0.1:${port}/candidate/overview/x?y=&lt;b&gt;"`)
  expect((await plain('/', `tests.lan:${redirect}`)).body).toContain(`href="https://tests.lan:${port}/"`)
  expect((await plain('/', 'evil.example')).body).not.toContain('evil.example')
  // The page itself leads on to the product, and not to itself.
  expect((await plain('/tls')).body).toContain(`href="https://127.0.0.1:${port}/"`)
  expect(plainText(page)).toContain(thumbprint)
  expect((await plain('/tls/authority.crt')).body).toBe(pem)
  expect((await plain('/api/v1/drives')).status).toBe(400)

  renameSync(folder, `${folder}.away`)
  expect(await plain('/')).toMatchObject({ status: 503, body: expect.stringContaining('Try again') })
  renameSync(`${folder}.away`, folder)
  expect((await plain('/')).status).toBe(200)

  const config = { ...first.ctx.config, port }
  const found = await examine({ config, executor: scriptedExecutor(), now: () => now })
  const of = (name: string) => found.find((one) => one.name === name)
  expect(of('Address')).toMatchObject({ ok: true })
  expect(of('Certificate')).toMatchObject({ ok: true })
  // No proxy is in between: that people use https is this server's own doing.
  expect(of('Proxy')).toMatchObject({ ok: true, says: expect.stringContaining('No proxy') })
  expect(of('Event stream')).toMatchObject({ ok: true })
  await first.close()

  const own = readFileSync(ownFiles(folder).certificate, 'utf8')
  const backups = mkdtempSync(join(tmpdir(), 'holdfast-backups-'))
  onTestFinished(() => rmSync(backups, { recursive: true, force: true }))
  const { folder: backup } = await makeBackup(first.data, backups, now)
  rmSync(first.data, { recursive: true })
  const { epoch } = await restoreFiles(backup, first.data, now, { mayReplace: false })
  await finishRestore(backup, first.data, epoch)
  for (const file of Object.values(ownFiles(folder))) expect(statSync(file).mode & 0o777).toBe(0o600)
  const again = await openApp({ data: first.data, listen: true, settings, clock })
  onTestFinished(() => again.close())
  expect(readAuthority(folder).pem).toBe(pem)
  expect(readFileSync(ownFiles(folder).certificate, 'utf8')).toBe(own)
})

test('it is made anew when an address comes and before it ends, by the same authority, and not otherwise', async () => {
  const folder = temporary()
  const keep = (found: string[], at: number) =>
    keepOwnCertificate(folder, { asked: ['tests.lan'], found }, at)
  const own = () => readFileSync(ownFiles(folder).certificate, 'utf8')
  expect(await keep(['localhost', '192.168.1.20'], now)).toEqual([])
  const [first, authority] = [own(), readAuthority(folder).pem]
  expect(names(folder)).toBe('DNS:tests.lan, DNS:localhost, IP Address:192.168.1.20')
  await keep(['localhost', '192.168.1.20'], now + (SERVER_DAYS - 31) * DAY)
  expect(own()).toBe(first)
  await keep(['localhost', '192.168.1.21', 'fd12:3456::9'], now)
  const second = own()
  expect(names(folder)).toContain('IP Address:192.168.1.21, IP Address:FD12:3456:0:0:0:0:0:9')
  await keep(['localhost', '192.168.1.21', 'fd12:3456::9'], now + (SERVER_DAYS - 29) * DAY)
  expect(own()).not.toBe(second)
  expect(readAuthority(folder).pem).toBe(authority)
})

test('names that the authority may not vouch for: those of settings are refused, the machine’s are left out', async () => {
  const folder = temporary()
  await keepOwnCertificate(folder, { asked: ['tests.school.org'], found: ['localhost', '203.0.113.5'] }, now)
  expect(names(folder)).toContain('DNS:tests.school.org')
  const told = { asked: ['tests.school.org'], found: ['localhost', '10.1.1.1'] }
  expect(namesInCertificate(folder, told)).toEqual(['tests.school.org', 'localhost'])
  const other = { asked: ['www.bank.com'], found: ['localhost'] }
  await expect(keepOwnCertificate(folder, other, now)).rejects.toThrow('may not vouch for www.bank.com')
  expect(await keepOwnCertificate(folder, { asked: [], found: ['10.1.1.1', '198.51.100.7'] }, now)).toEqual([
    '198.51.100.7',
  ])
  expect(names(folder)).toBe('IP Address:10.1.1.1')
})

test('a device that trusts the authority trusts it with no page on the internet', async () => {
  const [authorityKey, key] = [await makeKey(), await makeKey()]
  const authority = await makeAuthority(authorityKey, { names: ['tests.lan'], title: 'test', now })
  const shown = async (name: string): Promise<string> => {
    const cert = await issueCertificate({ certificate: authority, key: authorityKey }, key, {
      names: [name],
      now,
    })
    const server = createTlsServer({ cert, key }, (_, outgoing) => outgoing.end('here'))
    onTestFinished(() => void server.close())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return ask(request, { port, ca: authority, servername: name, path: '/' }).then(
      ({ body }) => body,
      (error: Error) => error.message,
    )
  }
  expect(await shown('exam.tests.lan')).toBe('here')
  expect(await shown('www.bank.com')).toContain('permitted subtree violation')
})

test('a lost key of the authority ends the start in words; an authority cut off while it was made does not', async () => {
  const folder = temporary()
  const all = { asked: [], found: ['localhost'] }
  await keepOwnCertificate(folder, all, now)
  const { authority, authorityKey } = ownFiles(folder)
  const key = readFileSync(authorityKey, 'utf8')
  rmSync(authority)
  await keepOwnCertificate(folder, all, now)
  expect(readFileSync(authorityKey, 'utf8')).toBe(key)
  rmSync(authorityKey)
  await expect(keepOwnCertificate(folder, all, now)).rejects.toThrow('is missing. Put it back')
})

test('another authority, as from a backup, signs another certificate', async () => {
  const [folder, backup] = [temporary(), temporary()]
  for (const one of [folder, backup]) await keepOwnCertificate(one, { asked: [], found: ['localhost'] }, now)
  for (const file of ['authority', 'authorityKey'] as const)
    copyFileSync(ownFiles(backup)[file], ownFiles(folder)[file])
  await keepOwnCertificate(folder, { asked: [], found: ['localhost'] }, now)
  const own = new X509Certificate(readFileSync(ownFiles(folder).certificate))
  expect(own.verify(new X509Certificate(readAuthority(backup).pem).publicKey)).toBe(true)
})

test('a certificate that ends soon is made anew while the server runs, and taken', async () => {
  const data = temporary()
  const config = readConfig({ TLS_SELF_SIGNED: 'on', HOLDFAST_DATA: data })
  const clock = movableClock(now)
  const parts = { config, now: clock.now, log: pino({ level: 'silent' }) }
  const server = createTlsServer((await openTls(parts)) ?? {}, (_, outgoing) => outgoing.end('here'))
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  onTestFinished(await serveTls(parts, server, port, 20))
  const shown = () =>
    new Promise<string>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false })
      socket.once('error', reject)
      socket.once('secureConnect', () => {
        resolve(socket.getPeerCertificate().fingerprint256)
        socket.destroy()
      })
    })
  const first = await shown()
  clock.move((SERVER_DAYS - 29) * DAY)
  await waitFor('another certificate', async () => (await shown()) !== first)
})

test('an authority is for servers alone, and its end is told', async () => {
  const folder = temporary()
  const all = { asked: [], found: ['localhost'] }
  await keepOwnCertificate(folder, all, now)
  const authority = new X509Certificate(readAuthority(folder).pem)
  expect(authority.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
  // Extensions by their identifiers: it signs no other authority, and a device that does not know the names' limits refuses it.
  const hex = authority.raw.toString('hex')
  expect(hex).toContain('0603551d130101ff040830060101ff020100')
  expect(hex).toContain('0603551d1e0101ff')
  const own = new X509Certificate(readFileSync(ownFiles(folder).certificate))
  expect(own.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
  // Apple's limit, which browsers have taken over, with the day for clocks that are behind.
  expect((Date.parse(own.validTo) - Date.parse(own.validFrom)) / DAY).toBeLessThanOrEqual(398)
  const end = Date.parse(authority.validTo)
  await keepOwnCertificate(folder, all, end - DAY)
  await expect(keepOwnCertificate(folder, all, end + 1)).rejects.toThrow('own authority held until')
})

test('the settings: what excludes what, and which names a certificate is for', () => {
  expect(() => readConfig({ TLS_SELF_SIGNED: 'on', TLS_CERT: 'a', TLS_KEY: 'b' })).toThrow(
    'exclude each other',
  )
  expect(() => readConfig({ TLS_NAMES: 'a.lan' })).toThrow('TLS_NAMES needs TLS_SELF_SIGNED=on')
  expect(() => readConfig({ TLS_SELF_SIGNED: 'on', TLS_NAMES: 'a b' })).toThrow('TLS_NAMES must be')
  const config = readConfig({
    TLS_SELF_SIGNED: 'on',
    TLS_NAMES: 'Tests.lan',
    PUBLIC_URL: 'https://10.0.0.5:3000',
    HOST: '0.0.0.0',
  })
  const one = { internal: false, netmask: '', mac: '', cidr: null }
  const interfaces = {
    eth: [
      { ...one, family: 'IPv4', address: '10.0.0.5' },
      { ...one, family: 'IPv6', address: 'fe80::1', scopeid: 2 },
      { ...one, family: 'IPv6', address: '2001:db8::7', scopeid: 0 },
      { ...one, family: 'IPv6', address: 'fd00::7', scopeid: 0 },
    ],
  } satisfies NodeJS.Dict<object[]> as never
  expect(certifiedNames(config, { name: 'Desk', interfaces })).toEqual({
    asked: ['tests.lan', '10.0.0.5'],
    found: ['localhost', '127.0.0.1', '::1', 'desk', 'desk.local', '10.0.0.5', 'fd00::7'],
  })
})
