import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  call,
  fillIn,
  must,
  openApp,
  type Send,
  seedOrganization,
  startDevice,
  waitFor,
} from '../factories/index.ts'
import { startProcess } from './process.ts'
import { durabilityOf, readTrace } from './strace.ts'

/** An answer leaves only after its commit is on the disk: seen from outside, in the calls the process made. */

const canTrace = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0
if (!canTrace) console.log('fsync before ack: SKIPPED, because strace is missing here or may not trace.')

test.skipIf(!canTrace)('a save is on the disk before its answer leaves', async () => {
  const filled = await openApp({ clock: { now: Date.now, move: () => {}, set: () => {} } })
  const org = await seedOrganization(filled.ctx, 'fsync', { candidates: 2 })
  await filled.close()
  const file = join(tmpdir(), `holdfast-trace-${process.pid}.txt`)
  const trace = 'trace=fsync,fdatasync,read,recvfrom,recvmsg,write,writev,sendto,sendmsg,pwrite64,pwritev'
  // -D: the server is the child of this process, so that it can be ended; strace follows it.
  const server = await startProcess(filled.data, {
    wrap: ['strace', '-D', '-f', '-y', '-s', '4000', '-o', file, '-e', trace],
  })
  onTestFinished(() => server.kill())
  const send: Send = (path, init) => fetch(`http://127.0.0.1:${server.port}${path}`, init)
  const [me, plain] = org.candidates
  if (!me || !plain) throw new Error('nobody')
  const problem_id = org.problems[0].id

  const device = await startDevice({ send, clock: { now: Date.now } }, me)
  const op = device.write('draft', `code:${problem_id}:1`, { problem_id, language_id: 1, answer: 'kept' })
  await device.sync()
  const token = await fillIn(send, plain)
  await must(send, 'getQuestions', { token })
  const marker = `plain-save-${process.pid}-marker`
  expect(
    (await call(send, 'postCode', { token, body: { problem_id, language_id: 1, answer: marker } })).status,
  ).toBe(200)
  const heartbeat = device.request([])
  await device.post(heartbeat)
  await server.kill('SIGTERM')

  const held = { isAnswered: true, isWritten: true, isSynced: true }
  const calls = await waitFor('the trace', () => {
    const read = readTrace(readFileSync(file, 'utf8'))
    return durabilityOf(read, heartbeat.nonce).isAnswered && read
  })
  expect(durabilityOf(calls, op.op_id)).toEqual(held)
  expect(durabilityOf(calls, marker)).toEqual(held)
  rmSync(file)
  await (await openApp({ data: filled.data })).remove()
})

test('the reading of a trace sees an answer that left too early', () => {
  const wal = '9</data/holdfast.db-wal>'
  const socket = '20<TCP:[1->2]>'
  const request = `7 read(${socket}, "POST /api/v1/sync the-marker", 65536) = 300`
  const written = `7 pwrite64(${wal}, "x", 4096, 0) = 4096`
  const synced = `7 fdatasync(${wal}) = 0`
  const answer = `7 writev(${socket}, [{iov_base="HTTP/1.1 200 OK"}], 1) = 200`
  const seen = (...rows: string[]) => durabilityOf(readTrace(rows.join('\n')), 'the-marker')
  expect(seen(request, written, synced, answer)).toEqual({
    isAnswered: true,
    isWritten: true,
    isSynced: true,
  })
  expect(seen(request, written, answer, synced)).toMatchObject({ isSynced: false })
  expect(seen(request, synced, written, answer)).toMatchObject({ isSynced: false })
  expect(
    seen(request, written, `7 fdatasync(${wal} <unfinished ...>`, answer, '7 <... fdatasync resumed>) = 0'),
  ).toMatchObject({ isSynced: false })
  expect(
    seen(
      request,
      written,
      `7 fdatasync(${wal} <unfinished ...>`,
      '8 read(3</x>, "", 1) = 0',
      '7 <... fdatasync resumed>) = 0',
      answer,
    ),
  ).toMatchObject({ isSynced: true })
  expect(seen(request, written, `7 fdatasync(${wal}) = -1 EIO (Input/output error)`, answer)).toMatchObject({
    isSynced: false,
  })
  expect(seen(request, written, '7 fdatasync(8</data/other>) = 0', answer)).toMatchObject({ isSynced: false })
  expect(seen(written, synced, answer)).toMatchObject({ isAnswered: false })
})
