import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { BackupPlan } from '#api/backups/keep.ts'
import { LogShipping } from '#api/backups/logShipping.ts'
import { BackupSchedule, backupDetail, type RunBackup } from '#api/backups/schedule.ts'
import { s3Store } from '#api/backups/stores/s3Store.ts'
import type { CopyStore } from '#api/backups/stores/store.ts'
import { type Config, readConfig } from '#api/config.ts'
import type { Patient } from '#api/doctor/diagnosis.ts'
import { examineBackupStorage } from '#api/doctor/services.ts'
import { DAY, HOUR, MINUTE, movableClock } from '../../factories/clock.ts'
import { BUCKET, KEYS, type ObjectStorage, startObjectStorage } from '../../factories/objectStorage.ts'

/** S3-compatible storage that is away, refuses, hangs or is somebody else's: told in words, and nobody waits for ever. */

let storage: ObjectStorage

beforeAll(async () => {
  storage = await startObjectStorage()
  for (const [name, value] of Object.entries(KEYS)) vi.stubEnv(name, value)
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await storage.end()
})

const IN_A_HURRY = { connect: 300, idle: 300, short: 300 }
const storeAt = (endpoint: string, bucket = BUCKET, prefix = 'of-a-test'): CopyStore =>
  s3Store({ bucket, prefix, endpoint, region: 'us-east-1' })

async function listening(server: Server): Promise<string> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => open.add(socket))
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const answering = (answer: RequestListener): Promise<string> => listening(createServer(answer))

const bytesOf = (content: string): Readable => Readable.from([Buffer.from(content)], { objectMode: false })

/** Everything that a store is asked for. */
const questions: Record<string, (store: CopyStore) => Promise<unknown>> = {
  list: (store) => store.list(),
  has: (store) => store.has('manifest.json'),
  read: async (store) => text(await store.read('manifest.json')),
  write: (store) => store.write('holdfast.db', bytesOf('a part')),
  put: (store) => store.put('manifest.json', '{}'),
  remove: (store) => store.remove('holdfast.db'),
  addLines: (store) => store.addLines('erased.jsonl', ['one']),
}

test.each([
  [404, 'NoSuchBucket', 'There is no bucket backups', 'Create it'],
  [403, 'AccessDenied', 'may not do this in the bucket backups', 'policy'],
  [403, 'InvalidAccessKeyId', 'does not know the access key', 'AWS_ACCESS_KEY_ID'],
  [403, 'SignatureDoesNotMatch', 'The secret key does not belong', 'AWS_SECRET_ACCESS_KEY'],
  [400, 'ExpiredToken', 'have expired', 'keys that last'],
  [403, 'RequestTimeTooSkewed', 'more than 15 minutes apart', 'NTP'],
  [400, 'AuthorizationHeaderMalformed', 'another region', 'HOLDFAST_BACKUPS_S3_REGION'],
  [507, 'XMinioStorageFull', 'no room left in the bucket', 'HOLDFAST_BACKUPS_KEEP'],
  [503, 'SlowDown', 'too much at once', 'later'],
  [501, 'NotImplemented', 'NotImplemented: said by the storage', ''],
])('an answer %i %s is told in words, and no key is in them', async (status, code, says, todo) => {
  const endpoint = await answering((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/xml' })
    response.end(
      `<Error><Code>${code}</Code><Message>said by the storage</Message><AWSAccessKeyId>${KEYS.AWS_ACCESS_KEY_ID}</AWSAccessKeyId></Error>`,
    )
  })
  const store = storeAt(endpoint)
  const trial = await store.trial()
  expect(trial.fault).toContain(says)
  expect(trial.todo).toContain(todo)
  const fault = await store.put('manifest.json', '{}').catch(String)
  expect(fault).toContain(says)
  expect(fault).not.toContain(KEYS.AWS_ACCESS_KEY_ID)
})

test('an answer without words is told by its number', async () => {
  const endpoint = await answering((_request, response) => response.writeHead(403).end())
  await expect(storeAt(endpoint).has('manifest.json')).rejects.toThrow('may not do this in the bucket')
})

test('storage that is not there, is no storage or has no bucket is told as that', async () => {
  await expect(storeAt('http://127.0.0.1:9').list()).rejects.toThrow(
    'http://127.0.0.1:9 cannot be reached: nothing listens there. Check HOLDFAST_BACKUPS_S3_ENDPOINT',
  )
  await expect(storeAt('http://nowhere.invalid').list()).rejects.toThrow(
    /cannot be reached: (there is no machine of that name|its name cannot be looked up)/,
  )
  await expect(storeAt(storage.endpoint.replace('http', 'https')).list()).rejects.toThrow(
    'does not speak https',
  )
  await expect(storeAt(storage.endpoint, 'another').list()).rejects.toThrow('There is no bucket another.')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'somebody')
  await expect(storeAt(storage.endpoint).list()).rejects.toThrow('does not know the access key')
  vi.stubEnv('AWS_ACCESS_KEY_ID', KEYS.AWS_ACCESS_KEY_ID)
})

test.each(Object.keys(questions))('%s ends in words where nobody answers', async (question) => {
  const endpoint = await listening(createTcpServer())
  const isShort = ['list', 'has', 'remove', 'addLines'].includes(question)
  // Short questions have a limit of their own, with all that is tried again; the others end when nothing moves.
  const patience = isShort ? { ...IN_A_HURRY, idle: 60_000 } : IN_A_HURRY
  const store = s3Store({ bucket: BUCKET, prefix: '', endpoint, region: 'us-east-1' }, patience)
  const began = performance.now()
  await expect(questions[question]?.(store)).rejects.toThrow('cannot be reached: it does not answer.')
  expect(performance.now() - began).toBeLessThan(10_000)
})

test.each([
  ['stops coming', 'it does not answer'],
  ['is cut', 'the connection was cut'],
])('a file that %s in its middle is a fault, and no shorter file', async (how, words) => {
  const endpoint = await answering((_request, response) => {
    response.writeHead(200, { 'content-length': 1_000 }).write('x'.repeat(500), () => {
      if (how === 'is cut') response.destroy()
    })
  })
  const store = s3Store(
    { bucket: BUCKET, prefix: '', endpoint, region: 'us-east-1' },
    { ...IN_A_HURRY, idle: 1_000 },
  )
  const read = await store.read('holdfast.db')
  await expect(text(read)).rejects.toThrow(words)
})

test('the names of more objects than one answer holds are all told', async () => {
  const marks = join(storage.folder, 'many/erased.jsonl')
  mkdirSync(marks, { recursive: true })
  const store = storeAt(storage.endpoint, BUCKET, 'many')
  await store.addLines('erased.jsonl', ['one'])
  const [first = ''] = readdirSync(marks).filter((name) => name.endsWith('_object'))
  const endings = readdirSync(marks).map(
    (name) => [name.replace(first.split('.')[0] ?? '', ''), name] as const,
  )
  for (let n = 0; n < 1_001; n++)
    for (const [, name] of endings)
      writeFileSync(
        join(marks, name.replace(/^[0-9a-f]{32}/, `${n}`.padStart(32, '0'))),
        readFileSync(join(marks, name)),
      )
  expect(await store.within('erased.jsonl').list()).toHaveLength(1_002)
})

test('the lines of a list whose names come in several answers are all read', async () => {
  const prefix = 'of-a-test/erased.jsonl'
  const endpoint = await answering((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://storage')
    if (!searchParams.has('list-type')) return void response.end(`${pathname.split('/').at(-1)}\n`)
    const token = searchParams.get('continuation-token') ?? '0'
    const next = token === '2' ? '' : `<NextContinuationToken>${Number(token) + 1}</NextContinuationToken>`
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(
      `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}<Contents><Key>${prefix}/line-${token}</Key></Contents></ListBucketResult>`,
    )
  })
  const lines: string[] = []
  for await (const some of storeAt(endpoint).linesOf('erased.jsonl')) lines.push(...some)
  expect(lines).toEqual(['line-0', 'line-1', 'line-2'])
})

const schedules = (place: CopyStore, clock: { now: () => number }, run: RunBackup): BackupSchedule => {
  const backups: BackupPlan = { place, everyHours: 24, keep: '7 daily', shipsLog: false }
  const parts = {
    config: { dataDirectory: '', backups, backupRecipients: [] },
    now: clock.now,
    log: { error() {}, info() {} },
  }
  const schedule = new BackupSchedule({ ...parts, shipping: new LogShipping(parts) }, run)
  onTestFinished(() => schedule.close())
  return schedule
}

test('a server tells how old the newest backup in a bucket is without waiting for storage that hangs', async () => {
  const clock = movableClock(Date.now())
  const at = { bucket: BUCKET, prefix: 'scheduled', endpoint: storage.endpoint, region: 'us-east-1' }
  const place = s3Store(at, { connect: 1_000, idle: 1_000, short: 1_000 })
  const manifest = {
    holdfast_backup: 1,
    made_at: new Date(clock.now()).toISOString(),
    server_epoch: 1,
    parts: [],
  }
  const put = async () => {
    const stamp = new Date(clock.now()).toISOString().replaceAll(/[:.-]/g, '')
    const own = place.within(`holdfast-${stamp}`)
    await own.put('keys.json', '{}')
    await own.put('manifest.json', JSON.stringify(manifest))
  }
  let made = 0
  const schedule = schedules(place, clock, async (to) => {
    expect(to).toBe(`s3://${BUCKET}/scheduled`)
    made++
    if (made > 1) return { code: 1, said: 'It hangs.' }
    await put()
    return { code: 0, said: '' }
  })
  expect(await schedule.state()).toMatchObject({
    folder: `s3://${BUCKET}/scheduled`,
    newest: null,
    is_too_old: true,
  })
  await schedule.look()
  expect(made).toBe(1)
  const newest = { made_at: new Date(clock.now()).toISOString() }
  expect(await schedule.state()).toMatchObject({ newest, is_too_old: false })
  storage.freeze()
  clock.move(3 * DAY)
  const began = performance.now()
  for (let n = 0; n < 20; n++) expect(await schedule.state()).toMatchObject({ newest, is_too_old: true })
  expect(performance.now() - began).toBeLessThan(900)
  expect(backupDetail(await schedule.state())).toMatch(/^newest of .*Z, which is too old$/)
  await schedule.look()
  expect(made).toBe(2)
  expect(await schedule.state()).toMatchObject({ newest, is_too_old: true, fault: { words: 'It hangs.' } })
  storage.thaw()
})

test('a server does not make a second backup where somebody else made one since it looked', async () => {
  const clock = movableClock(Date.now())
  const place = storeAt(storage.endpoint, BUCKET, 'shared')
  let made = 0
  const put = async () => {
    made++
    const own = place.within(`holdfast-${new Date(clock.now()).toISOString().replaceAll(/[:.-]/g, '')}`)
    const manifest = { holdfast_backup: 1, made_at: new Date().toISOString(), server_epoch: 1, parts: [] }
    await own.put('manifest.json', JSON.stringify(manifest))
    return { code: 0, said: '' }
  }
  const [one, other] = [schedules(place, clock, put), schedules(place, clock, put)]
  await one.look()
  await other.look()
  clock.move(24 * HOUR - MINUTE)
  await Promise.all([one.state(), other.state()])
  clock.move(MINUTE)
  await one.look()
  await other.look()
  expect(made).toBe(2)
})

test('doctor tries the storage, and compares the clocks', async () => {
  const settings = {
    HOLDFAST_BACKUPS: `s3://${BUCKET}/doctor`,
    HOLDFAST_BACKUPS_S3_ENDPOINT: storage.endpoint,
  }
  const look = (config: Config) => examineBackupStorage({ config } as Patient)
  expect(await look(readConfig(settings))).toMatchObject({
    name: 'Backup storage',
    ok: true,
    says: `In s3://${BUCKET}/doctor files can be written, read and removed.`,
  })
  expect(await storeAt(storage.endpoint, BUCKET, 'doctor').list()).toEqual([])
  expect(await look(readConfig({ ...settings, HOLDFAST_BACKUPS: 's3://nobody/doctor' }))).toMatchObject({
    ok: false,
    says: 's3://nobody/doctor: There is no bucket nobody.',
    todo: expect.stringContaining('Create it'),
  })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * MINUTE })
  onTestFinished(() => void vi.useRealTimers())
  expect(await look(readConfig(settings))).toMatchObject({
    ok: false,
    says: expect.stringContaining("the clock here is 5 minutes ahead of the storage's"),
    todo: expect.stringContaining('NTP'),
  })
})

test('the client is loaded by nobody who keeps no backups there', () => {
  const api = fileURLToPath(new URL('../../../api', import.meta.url))
  const loading = readdirSync(api, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => /^import (?!type\b).*from '@aws-sdk/m.test(readFileSync(join(api, name), 'utf8')))
  expect(loading).toEqual([])
})
