import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TLSSocket, connect as tlsConnect } from 'node:tls'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { healthCommand } from '#api/commands/health.ts'
import { readConfig } from '#api/config.ts'
import { CONNECTION_LIMITS, createLimitedServer } from '#api/middleware/connections.ts'
import { listen } from '#api/middleware/listen.ts'
import { readCertificate, takeRenewals } from '#api/tls/certificate.ts'
import { certificate, certificateKey, renewedCertificate, renewedKey } from '../../factories/certificates.ts'
import { freePort, openApp, waitFor } from '../../factories/index.ts'

/** The server speaks https by itself, with files that somebody else renews. */

let folder: string
let files: { certificate: string; key: string }

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-tls-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  files = { certificate: join(folder, 'own.crt'), key: join(folder, 'own.key') }
  write(certificate, certificateKey)
})

function write(crt: string, key: string): void {
  writeFileSync(files.certificate, crt)
  writeFileSync(files.key, key)
}

interface Asked {
  status: number | undefined
  location: string | undefined
  body: string
}

/** Asks over a connection of its own, and believes the certificates that are given. */
const ask = (url: string, ca: string): Promise<Asked> =>
  new Promise((resolve, reject) => {
    const asked = request(url, { ca, agent: false }, (response) => {
      void text(response).then((body) =>
        resolve({ status: response.statusCode, location: response.headers.location, body }),
      )
    })
    asked.once('error', reject)
    asked.end()
  })

const askPlain = (port: number, path: string, method = 'GET'): Promise<Asked> =>
  new Promise((resolve, reject) => {
    const asked = plainRequest({ host: '127.0.0.1', port, path, method }, (response) => {
      void text(response).then((body) =>
        resolve({ status: response.statusCode, location: response.headers.location, body }),
      )
    })
    asked.once('error', reject)
    asked.end()
  })

test('the whole product over https, whoever comes by http is sent there, and a program is told', async () => {
  write(renewedCertificate, renewedKey)
  const redirect = await freePort()
  const app = await openApp({
    listen: true,
    settings: { TLS_CERT: files.certificate, TLS_KEY: files.key, HTTP_REDIRECT_PORT: String(redirect) },
  })
  onTestFinished(() => app.remove())
  expect(app.base).toMatch(/^https:/)
  const at = new URL(app.base)
  expect(await ask(`${app.base}/healthz`, renewedCertificate)).toMatchObject({ status: 200 })
  await expect(ask(`${app.base}/healthz`, certificate)).rejects.toThrow('self-signed')
  // The way of saves, past the framework.
  expect((await ask(`${app.base}/api/v1/sync`, renewedCertificate)).status).toBeGreaterThanOrEqual(400)
  expect(await askPlain(redirect, '/candidate/overview/x?y=1')).toMatchObject({
    status: 301,
    location: `${app.base}/candidate/overview/x?y=1`,
  })
  for (const [path, method] of [
    ['/api/v1/drives', 'GET'],
    ['/candidate/overview/x', 'POST'],
  ] as const) {
    const { status, body } = await askPlain(redirect, path, method)
    expect([status, JSON.parse(body)]).toEqual([
      400,
      expect.objectContaining({ message: `Use ${app.base}.` }),
    ])
  }
  const config = { ...app.ctx.config, port: Number(at.port), host: '127.0.0.1' }
  const health = await healthCommand.run({ config, values: {}, positionals: [], progress: () => {} })
  expect(health?.text).toBe('It serves.')
})

test('renewed files are taken without a restart, and those that do not hold are not', async () => {
  const faults: unknown[] = []
  const server = createLimitedServer(
    (_, outgoing) => outgoing.end('here'),
    CONNECTION_LIMITS,
    readCertificate(files),
  )
  const port = await listen(server, { host: '127.0.0.1', port: 0 })
  const log = { info: () => {}, error: (facts: object) => void faults.push(facts) }
  const end = takeRenewals(server as Parameters<typeof takeRenewals>[0], files, { log, everyMs: 20 })
  onTestFinished(async () => {
    end()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const isServedWith = (ca: string) =>
    ask(`https://localhost:${port}/`, ca).then(
      () => true,
      () => false,
    )
  expect(await isServedWith(certificate)).toBe(true)
  writeFileSync(files.certificate, renewedCertificate)
  await waitFor('half of a renewal to be told', () => faults.length > 0)
  expect(faults[0]).toEqual({ fault: expect.stringContaining('is not that of the certificate') })
  expect(await isServedWith(certificate)).toBe(true)
  writeFileSync(files.key, renewedKey)
  await waitFor('the renewed certificate', () => isServedWith(renewedCertificate))
  expect(await isServedWith(certificate)).toBe(false)
})

test('a connection that opens and says nothing, or no TLS, is closed', async () => {
  const limits = { ...CONNECTION_LIMITS, headersMs: 50, checkEveryMs: 10 }
  const server = createLimitedServer((_, outgoing) => outgoing.end('here'), limits, readCertificate(files))
  const port = await listen(server, { host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const closed = (said: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => said && socket.write(said))
      let heard = ''
      socket.on('data', (chunk: Buffer) => {
        heard += chunk.toString('latin1')
      })
      socket.once('close', () => resolve(heard))
      socket.once('error', reject)
    })
  expect(await closed('')).toBe('')
  expect(await closed('GET / HTTP/1.1\r\n\r\n')).not.toContain('here')
  const silent = await new Promise<TLSSocket>((resolve) => {
    const socket = tlsConnect({ port, host: 'localhost', ca: certificate }, () => resolve(socket))
  })
  await new Promise((resolve) => silent.resume().once('close', resolve))
})

test('files that cannot be used end the start in words', () => {
  writeFileSync(files.key, renewedKey)
  expect(() => readCertificate(files)).toThrow('is not that of the certificate in')
  writeFileSync(files.key, 'nothing')
  expect(() => readCertificate(files)).toThrow('There is no private key in')
  rmSync(files.key)
  expect(() => readCertificate(files)).toThrow('cannot be read')
  writeFileSync(files.certificate, 'nothing')
  expect(() => readCertificate(files)).toThrow('There is no certificate in')
  for (const [settings, words] of [
    [{ TLS_CERT: 'a' }, 'TLS_CERT and TLS_KEY belong together'],
    [{ TLS_KEY: 'a' }, 'TLS_CERT and TLS_KEY belong together'],
    [{ HTTP_REDIRECT_PORT: '80' }, 'HTTP_REDIRECT_PORT needs TLS_CERT'],
    [{ TLS_CERT: 'a', TLS_KEY: 'b', HTTP_REDIRECT_PORT: '99999' }, 'HTTP_REDIRECT_PORT must be a number'],
  ] as const)
    expect(() => readConfig(settings)).toThrow(words)
  expect(readConfig({ TLS_CERT: '/a', TLS_KEY: '/b' }).tls).toEqual({ certificate: '/a', key: '/b' })
})
