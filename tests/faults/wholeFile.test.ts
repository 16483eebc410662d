import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startProcess } from './process.ts'
import { readTrace, replacementOf } from './strace.ts'

/** The keys and the demonstration's file survive a power cut: seen from outside, in the calls a first start makes. */

const canTrace = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0
if (!canTrace) console.log('fsync of whole files: SKIPPED, because strace is missing here or may not trace.')

test.skipIf(!canTrace)('a file is on the disk before it takes its name, and then its name is', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-whole-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const data = join(folder, 'data')
  const file = join(folder, 'trace.txt')
  const trace = 'trace=fsync,fdatasync,write,writev,pwrite64,pwritev,rename,renameat,renameat2'
  const server = await startProcess(data, {
    wrap: ['strace', '-D', '-f', '-y', '-s', '200', '-o', file, '-e', trace],
    settings: { HOLDFAST_DEMO: 'on' },
  })
  onTestFinished(() => server.kill())
  await server.kill('SIGTERM')
  const calls = readTrace(readFileSync(file, 'utf8'))
  const kept = { isRenamed: true, isContentSynced: true, isNameSynced: true }
  expect(replacementOf(calls, join(data, 'keys.json'))).toEqual(kept)
  expect(replacementOf(calls, join(data, 'demo.json'))).toEqual(kept)
  expect(replacementOf(calls, join(data, 'other.json'))).toMatchObject({ isRenamed: false })
})

test('the reading of a trace sees a file that took its name too early', () => {
  const partial = '/data/keys.json.a1.partial'
  const written = `7 write(20<${partial}>, "{}", 2) = 2`
  const synced = `7 fsync(20<${partial}>) = 0`
  const renamed = `7 rename("${partial}", "/data/keys.json") = 0`
  const named = '7 fsync(21</data>) = 0'
  const seen = (...rows: string[]) => replacementOf(readTrace(rows.join('\n')), '/data/keys.json')
  expect(seen(written, synced, renamed, named)).toEqual({
    isRenamed: true,
    isContentSynced: true,
    isNameSynced: true,
  })
  expect(seen(written, renamed, synced, named)).toMatchObject({ isContentSynced: false })
  expect(seen(synced, written, renamed, named)).toMatchObject({ isContentSynced: false })
  expect(seen(synced, renamed, named)).toMatchObject({ isContentSynced: false })
  expect(seen(written, `7 fsync(20<${partial}>) = -1 EIO (error)`, renamed, named)).toMatchObject({
    isContentSynced: false,
  })
  expect(seen(written, synced, named, renamed)).toMatchObject({ isNameSynced: false })
  expect(seen(written, synced, renamed, '7 fsync(21</data/files>) = 0')).toMatchObject({
    isNameSynced: false,
  })
  expect(seen(written, synced, '7 rename("/a", "/data/keys.json") = -1 EACCES (no)', named)).toMatchObject({
    isRenamed: false,
  })
})
