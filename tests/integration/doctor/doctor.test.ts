import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { makeBackup } from '#api/backups/backup.ts'
import { writeStanding } from '#api/backups/logSegments.ts'
import type { Config } from '#api/config.ts'
import { examineCertificate } from '#api/doctor/certificate.ts'
import { examineClock } from '#api/doctor/clock.ts'
import type { Diagnosis, Patient } from '#api/doctor/diagnosis.ts'
import { examine, formatDiagnoses } from '#api/doctor/doctor.ts'
import { reach } from '#api/doctor/outside.ts'
import { makePass } from '#api/doctor/pass.ts'
import { examineProxy, MARKER } from '#api/doctor/proxy.ts'
import { examineBackups, examineEngines, examineMail } from '#api/doctor/services.ts'
import { examineStream } from '#api/doctor/stream.ts'
import { Keys, newKeyFile } from '#api/kit/keys.ts'
import { certificate, certificateKey } from '../../factories/certificates.ts'
import {
  DAY,
  HOUR,
  movableClock,
  openApp,
  scriptedExecutor,
  seedOrganization,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'
import { startMailServer } from '../mail/mailServer.ts'

/** The doctor on real faults: proxies, certificates, mail servers, clocks and files that are not as they should be. */

// Answers carry the machine's own time.
const clock = movableClock(Date.now())
const app = await appForFile({ listen: true, clock })
const behind = await appForFile({ listen: true, clock, settings: { TRUSTED_PROXY: '127.0.0.1' } })
beforeAll(() => seedOrganization(app.ctx, 'doctor'))

/** The installation as its doctor sees it, with other settings or another address. */
function patient(of = app, changes: Partial<Patient> = {}, settings: Partial<Config> = {}): Patient {
  const { config, keys, now, db, executor } = of.ctx
  const base = of.base
  return {
    ...{ config: { ...config, ...settings }, keys, now, read: db.read, executor, isServing: true, base },
    ...changes,
  }
}

function listening(server: Server): Promise<string> {
  onTestFinished(() => void server.close())
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}

type Answer = (answer: IncomingMessage, outgoing: ServerResponse) => void
const passOn: Answer = (answer, outgoing) => {
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
  answer.on('data', (piece) => outgoing.write(piece))
  answer.on('end', () => outgoing.end())
}
const holdBack: Answer = (answer, outgoing) => {
  const pieces: Buffer[] = []
  answer.on('data', (piece: Buffer) => pieces.push(piece))
  answer.on('end', () => outgoing.writeHead(200, answer.headers).end(Buffer.concat(pieces)))
}

/** A proxy in front of an app. @param headers what it makes of a caller's headers */
async function proxyTo(
  of: typeof app,
  headers: (given: IncomingMessage['headers']) => IncomingMessage['headers'] = (given) => given,
  answer: Answer = passOn,
): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const asked = request(of.base + incoming.url, { headers: headers(incoming.headers) }, (got) =>
      answer(got, outgoing),
    )
    asked.on('error', () => outgoing.destroy())
    asked.end()
  })
  return `http://${await listening(server)}`
}

const added = (given: IncomingMessage['headers']) => ({
  ...given,
  'x-forwarded-for': [given['x-forwarded-for'], '127.0.0.1'].filter(Boolean).join(', '),
  'x-forwarded-proto': 'https',
})

const says = (words: string) => expect.stringContaining(words)

describe('a proxy', () => {
  test('that says for whom it asks has to be trusted', async () => {
    expect(await examineProxy(patient(behind, { base: await proxyTo(behind, added) }))).toMatchObject({
      ok: true,
      says: says(
        'The proxy at 127.0.0.1 is trusted and says for whom it asks. It says that people use https.',
      ),
    })
    expect(await examineProxy(patient(app, { base: await proxyTo(app, added) }))).toMatchObject({
      ok: false,
      todo: 'Set TRUSTED_PROXY=127.0.0.1.',
    })
  })

  test('that says nothing, or nobody where one is trusted, is told', async () => {
    const silent = await proxyTo(app, ({ 'x-forwarded-for': _, ...rest }) => rest)
    expect(await examineProxy(patient(app, { base: silent }))).toMatchObject({
      ok: false,
      todo: says('nginx: proxy_set_header'),
    })
    expect(await examineProxy(patient(behind))).toMatchObject({
      ok: false,
      says: says('No proxy is in between, and'),
    })
    expect(await examineProxy(patient(app))).toMatchObject({ ok: true, says: says('No proxy') })
  })

  test('that holds events back is found by when they arrive', async () => {
    expect(await examineStream(patient(app, { base: await proxyTo(app) }))).toMatchObject({ ok: true })
    expect(
      await examineStream(patient(app, { base: await proxyTo(app, undefined, holdBack) })),
    ).toMatchObject({
      ok: false,
      says: says('holds events back: 3 events sent 300 ms apart'),
      todo: says('no buffering'),
    })
  })
})

describe('the questions that only its own doctor may ask', () => {
  const statusWith = async (pass: string | null, path = '/doctor/caller') =>
    (await fetch(app.base + path, { headers: pass === null ? {} : { authorization: `Bearer ${pass}` } }))
      .status

  test.each(['/doctor/caller', '/doctor/stream'])(
    '%s answers each pass once, within a minute',
    async (path) => {
      const { keys, now } = app.ctx
      const pass = makePass(keys, now())
      expect(await statusWith(pass, path)).toBe(200)
      expect(await statusWith(pass, path)).toBe(404)
      for (const other of [
        null,
        '',
        'x.y.z',
        makePass(new Keys(newKeyFile()), now()),
        makePass(keys, now() - 60_001),
        makePass(keys, now() + 60_001),
        makePass(keys, now()).replace(/^\d/, '9'),
      ])
        expect(await statusWith(other, path), String(other)).toBe(404)
      expect(await statusWith(makePass(keys, now() - 60_000), path)).toBe(200)
    },
  )

  test('another installation at that address is told as that', async () => {
    const keys = new Keys(newKeyFile())
    for (const look of [examineProxy, examineStream])
      expect(await look(patient(app, { keys }))).toMatchObject({
        ok: false,
        todo: says('the server of this data directory'),
      })
  })
})

describe('an address', () => {
  const found = async (base: string | null, isServing = true) =>
    (await reach(patient(app, { base, isServing }, { publicUrl: base }))).diagnosis

  test('is reached, redirects, answers as another server, or not at all', async () => {
    expect(await found(app.base)).toMatchObject({ ok: true })
    const elsewhere = await listening(
      createServer((_in, out) => void out.writeHead(301, { location: 'https://x.example/' }).end()),
    )
    expect(await found(`http://${elsewhere}`)).toMatchObject({
      ok: false,
      says: says('redirects to https://x.example/'),
    })
    const other = await listening(createServer((_in, out) => void out.end('<h1>Welcome to nginx!</h1>')))
    expect(await found(`http://${other}`)).toMatchObject({ ok: false, says: says('not as this server does') })
    const gone = createServer()
    const dead = `http://${await listening(gone)}`
    await new Promise((done) => gone.close(done))
    expect(await found(dead)).toMatchObject({
      ok: false,
      says: says('nothing listens there'),
    })
    expect(await found(dead, false)).toMatchObject({ ok: null, todo: says('Start it') })
    expect(await found('http://127.0.0.1:6000')).toMatchObject({ ok: false, says: says('browsers refuse') })
    expect(await found(null)).toMatchObject({ ok: null, todo: 'Set PUBLIC_URL.' })
  })
})

describe('a certificate', () => {
  async function shown(given: { host?: string; now?: number; trusted?: boolean } = {}): Promise<Diagnosis> {
    const server = createTlsServer({ cert: certificate, key: certificateKey }, (_in, out) => void out.end())
    const port = (await listening(server)).split(':')[1]
    const { host = 'localhost', now = Date.UTC(2026, 11, 24), trusted = true } = given
    return examineCertificate(
      patient(app, { base: `https://${host}:${port}`, now: () => now }),
      trusted ? certificate : undefined,
    )
  }
  const end = Date.parse('2126-11-05T00:00:00Z')

  test('that is trusted, for this name and not near its end, is well', async () => {
    expect(await shown()).toMatchObject({ ok: true, says: says('It is trusted, for localhost') })
  })

  test.each([
    ['nobody has signed', { trusted: false }, 'nobody but itself has signed it', 'fullchain'],
    [
      'is for another name',
      { host: '127.0.0.1' },
      'It is for DNS:localhost, and not for 127.0.0.1',
      'PUBLIC_URL',
    ],
    ['ends within days', { now: end - 3 * DAY }, 'It ends in ', 'Renew it'],
    ['has ended', { now: end + DAY }, 'browsers refuse it', 'Renew it'],
    ['has not begun', { now: Date.UTC(2026, 0, 1) }, 'holds only from', 'clock'],
  ])('that %s is told', async (_what, given, words, todo) => {
    expect(await shown(given)).toMatchObject({ ok: false, says: says(words), todo: says(todo) })
  })

  test('is missed where people come from other machines, and not on this one', async () => {
    expect(await examineCertificate(patient(app, { base: 'http://tests.example.org' }))).toMatchObject({
      ok: false,
      says: says('no camera'),
    })
    expect(await examineCertificate(patient(app))).toMatchObject({ ok: null })
    const noTls = `https://${new URL(app.base).host}`
    expect(await examineCertificate(patient(app, { base: noTls }))).toMatchObject({
      ok: false,
      says: says('shows none'),
    })
  })
})

test('a clock that went back, or is another than outside, is told', async () => {
  const at = app.ctx.now()
  expect(await examineClock(patient(), at)).toMatchObject({
    ok: true,
    says: says('within seconds of the answer'),
  })
  expect(await examineClock(patient(app, { now: () => at - HOUR * 3 }), null)).toMatchObject({
    ok: false,
    says: says('3 hours later'),
    todo: says('NTP'),
  })
  expect(await examineClock(patient(), at + 60_000)).toMatchObject({
    ok: false,
    says: says('60 seconds apart'),
  })
  expect(await examineClock(patient(app, { read: null }), null)).toMatchObject({ ok: null })
})

test('a mail server that is away, refuses the login or the sender, or is none, is told', async () => {
  const server = await startMailServer({ password: 'tide' })
  onTestFinished(() => server.close())
  const mail = (smtpUrl: string | null, mailFrom = 'post@example.org') =>
    examineMail(patient(app, {}, { smtpUrl, mailFrom }))
  expect(await mail(server.url)).toMatchObject({ ok: true, says: says(`by 127.0.0.1:${server.port}`) })
  expect(await mail(server.url.replace('tide', 'ebb'))).toMatchObject({ ok: false, todo: says('password') })
  expect(await mail(server.url, 'Holdfast <holdfast@localhost>')).toMatchObject({
    ok: false,
    todo: says('MAIL_FROM'),
  })
  expect(await mail('smtp://127.0.0.1:9')).toMatchObject({
    ok: false,
    says: says('not responding'),
    todo: says('port'),
  })
  expect(await mail(null)).toMatchObject({ ok: null, todo: says('SMTP_URL') })
})

test('no engine, and backups that are missing or too old, are told', async () => {
  const executor = { ...scriptedExecutor(), health: async () => ({ ok: false, detail: 'no server answers' }) }
  expect(await examineEngines(patient(app, { executor }))).toMatchObject({
    ok: false,
    says: says('no server answers'),
  })
  expect(await examineEngines(patient())).toMatchObject({
    ok: true,
    says: says('JavaScript 1 (wasm), Python 1 (wasm)'),
  })
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const backups = { place: folder, everyHours: 24, keep: '7 daily', shipsLog: false }
  const at = (now: number) => examineBackups(patient(app, { now: () => now }, { backups }))
  expect(await at(app.ctx.now())).toMatchObject({ ok: false, says: says('none yet') })
  await makeBackup(app.data, folder, app.ctx.now())
  expect(await at(app.ctx.now())).toMatchObject({ ok: true })
  const shipping = () => examineBackups(patient(app, {}, { backups: { ...backups, shipsLog: true } }))
  expect(await shipping()).toMatchObject({ ok: false, says: says('the log is not shipped') })
  const checked_at = new Date(app.ctx.now()).toISOString()
  await writeStanding(app.data, { generation: 'g', last: 1, checked_at, may_be_new: false, position: null })
  expect(await shipping()).toMatchObject({ ok: true, says: says('the log is shipped') })
  expect(await at(app.ctx.now() + 3 * DAY)).toMatchObject({ ok: false, says: says('too old') })
  expect(await examineBackups(patient())).toMatchObject({ ok: null })
})

const of = (found: readonly Diagnosis[], name: string) => found.find((one) => one.name === name)

test('a whole installation is looked at beside its server, and left as it was', async () => {
  const before = { rows: await app.fingerprint(), files: readdirSync(app.data) }
  const { port } = new URL(app.base)
  const config = { ...app.ctx.config, port: Number(port), publicUrl: app.base }
  const found = await examine({ config, executor: app.ctx.executor, now: app.ctx.now })
  expect(found.map(({ name }) => name)).toEqual([
    ...[
      'Data',
      'Clock',
      'Erasing',
      'Time zone',
      'Disk',
      'Storage',
      'Backups',
      'Address',
      'Certificate',
      'Proxy',
    ],
    ...['Event stream', 'Mail', 'Engines'],
  ])
  // The disk of the machine that tests may be full or slow, and is told as it is.
  expect(found.filter(({ name, ok }) => ok === false && name !== 'Disk')).toEqual([])
  expect(of(found, 'Data')?.says).toContain('A server runs on them')
  expect(of(found, 'Disk')?.says).toMatch(/free of .* a write is on the disk after [\d.]+ ms/)
  expect(of(found, 'Event stream')).toMatchObject({ ok: true })
  expect({ rows: await app.fingerprint(), files: readdirSync(app.data) }).toEqual(before)
})

test('without a server, and with what is damaged, all the rest is looked at all the same', async () => {
  const closed = await openApp({ clock })
  await closed.close()
  onTestFinished(() => rmSync(closed.data, { recursive: true, force: true }))
  const config = { ...closed.ctx.config, publicUrl: 'http://127.0.0.1:9' }
  const look = () => examine({ config, executor: scriptedExecutor(), now: clock.now })
  const well = await look()
  expect(of(well, 'Data')).toMatchObject({ ok: true, says: says('No server runs') })
  expect(of(well, 'Address')).toMatchObject({ ok: null })
  expect(of(well, 'Proxy')).toMatchObject({ ok: null })
  expect(of(well, 'Storage')).toMatchObject({ ok: true })
  writeFileSync(join(closed.data, 'keys.json'), '{}')
  rmSync(join(closed.data, 'files'), { recursive: true, force: true })
  writeFileSync(join(closed.data, 'files'), 'in the way')
  const damaged = await look()
  expect(of(damaged, 'Data')).toMatchObject({
    ok: false,
    says: says('does not hold whole keys'),
    todo: says('your copy'),
  })
  expect(of(damaged, 'Storage')).toMatchObject({ ok: false })
  expect(of(damaged, 'Clock')).toMatchObject({ ok: true })
  for (const end of ['', '-wal', '-shm']) rmSync(join(closed.data, `holdfast.db${end}`), { force: true })
  writeFileSync(
    join(closed.data, 'holdfast.db'),
    'no database at all, and longer than a header of one would be',
  )
  const worse = await look()
  expect(of(worse, 'Data')).toMatchObject({ ok: false, says: says('holdfast.db cannot be read') })
  expect(of(worse, 'Engines')).toMatchObject({ ok: true })
  writeFileSync(join(closed.data, 'restoring.json'), '{}')
  expect(of(await look(), 'Data')).toMatchObject({ ok: false, todo: says('holdfast restore again') })
})

test('an empty directory stays one', async () => {
  const data = mkdtempSync(join(tmpdir(), 'holdfast-doctor-'))
  onTestFinished(() => rmSync(data, { recursive: true, force: true }))
  const config = { ...app.ctx.config, dataDirectory: data, publicUrl: null, port: 0 }
  const found = await examine({ config, executor: scriptedExecutor(), now: clock.now })
  expect(of(found, 'Data')).toMatchObject({ ok: null, says: says('is empty') })
  expect(readdirSync(data)).toEqual([])
})

test('what is found is printed with its mark, and what to do below it', () => {
  expect(
    formatDiagnoses([
      { name: 'Clock', ok: true, says: 'It is noon.' },
      { name: 'Mail', ok: false, says: 'It is away.', todo: 'Call it.' },
      { name: 'Proxy', ok: null, says: 'Not asked.' },
    ]),
  ).toBe(
    [
      'ok     Clock  It is noon.',
      'WRONG  Mail   It is away.',
      '              → Call it.',
      '–      Proxy  Not asked.',
      '',
      '1 of 3 wrong, 1 could not be looked at or is not set up.',
    ].join('\n'),
  )
  expect(MARKER).toMatch(/^192\.0\.2\./)
})
