import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { lockDirectory } from '#api/kit/lock.ts'
import { sweepCutOffImport } from '#api/services/moving/cutOff.ts'
import { connect } from '#db/connect.ts'
import { type Exam, openApp, seedOrganization, wholeTest } from '../../factories/index.ts'
import { altered, type Files, flip, relined, resigned, textIn } from '../../foreign/archives.ts'
import { appForFile } from '../forFile.ts'
import { exported, imported, refusalOf } from './support.ts'

/** Each archive that is not whole, not signed or not ours is refused in words, and nothing is written. */

const source = await appForFile({ judging: true })
const target = await appForFile()
let exam: Exam
let whole: Buffer
let count = 0

beforeAll(async () => {
  exam = await wholeTest(source)
  await source.ctx.storage.put('images/a-b/c.jpg', Buffer.from('a picture'))
  await source.ctx.db.write((tx) => tx.raw.run("UPDATE problems SET image_key = 'images/a-b/c.jpg'"))
  whole = readFileSync(await exported(source, exam.org.id))
  await seedOrganization(target.ctx, 'other')
})

const filesHere = (): string[] => {
  try {
    return readdirSync(join(target.data, 'files'), { recursive: true }).map(String)
  } catch {
    return []
  }
}

/** The words of the refusal; that nothing was written is looked at each time. */
async function refused(bytes: Uint8Array, wishes: Parameters<typeof refusalOf>[2] = {}): Promise<string> {
  const file = join(target.data, `${count++}.zip`)
  writeFileSync(file, bytes)
  const before = await target.fingerprint()
  const words = await refusalOf(target, file, wishes)
  expect(await target.fingerprint()).toBe(before)
  expect(filesHere()).toEqual([])
  expect(
    readdirSync(join(target.data, 'importing')).filter((name) => !name.startsWith('holdfast.lock')),
  ).toEqual([])
  return words
}

/** The archive with the size of one file as a large one's is told in the list of files. */
function asZip64(whole: Buffer, path: string, size: number): Buffer {
  const line = whole.lastIndexOf(path) - 46
  const end = line + 46 + path.length
  const extra = Buffer.alloc(28)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(24, 2)
  extra.writeBigUInt64LE(BigInt(size), 4)
  extra.writeBigUInt64LE(BigInt(whole.readUInt32LE(line + 20)), 12)
  extra.writeBigUInt64LE(BigInt(whole.readUInt32LE(line + 42)), 20)
  const made = Buffer.concat([whole.subarray(0, end), extra, whole.subarray(end)])
  made.writeUInt32LE(0xffffffff, line + 24)
  made.writeUInt16LE(extra.length, line + 30)
  made.writeUInt32LE(made.readUInt32LE(made.length - 10) + extra.length, made.length - 10)
  return made
}

const byOperator = (change: (files: Files) => void) => resigned(source.ctx.keys, whole, change)

/** The manifest itself another one, and signed again. */
const saying = (change: Record<string, unknown>): Uint8Array =>
  altered(whole, (files) => {
    const manifest = strToU8(JSON.stringify({ ...JSON.parse(textIn(files, 'manifest.json')), ...change }))
    files['manifest.json'] = manifest
    files['manifest.sig'] = new Uint8Array(source.ctx.keys.signManifest(manifest))
  })

test('a byte that was flipped, in each of its files', async () => {
  const paths = Object.entries(unzipSync(whole)).filter(([, bytes]) => bytes.length > 0)
  expect(paths.length).toBeGreaterThan(20)
  for (const [path] of paths)
    expect(await refused(altered(whole, flip(path))), path).toMatch(
      path.startsWith('manifest') || path.startsWith('receipt_key')
        ? /signature is not that of the server/
        : new RegExp(`${path.replaceAll('.', '\\.')} is not the file that was signed`),
    )
})

test('a file that was cut anywhere', async () => {
  for (const part of [0, 10, 0.2, 0.5, 0.9, 0.999])
    expect(await refused(whole.subarray(0, part > 1 ? part : Math.floor(part * whole.length)))).toMatch(
      /refused: (?:it is too short|its end is missing)/,
    )
  expect(await refused(whole.subarray(1))).toContain('This archive is refused')
  expect(await refused(Buffer.concat([whole, Buffer.from('x')]))).toContain('its end is missing')
})

test.each([
  ['one candidate’s data', 'candidates/12/details.json'],
  ['an archive of evidence', 'attempts/k3f/ops.jsonl'],
  ['a problem’s package', 'sum/problem.yaml'],
])('another archive by mistake: %s', async (what, name) => {
  expect(await refused(zipSync({ 'README.txt': strToU8('x'), [name]: strToU8('x') }))).toMatch(
    new RegExp(`^This is ${what}, not the archive of an organization\\. .+ Nothing was written\\.$`),
  )
})

test('a flipped byte of what holds its files together', async () => {
  const list = whole.readUInt32LE(whole.length - 6)
  for (const at of [0, 8, 26, list, list + 11, list + 24, list + 42, whole.length - 22, whole.length - 5]) {
    const bytes = Buffer.from(whole)
    bytes[at] = (bytes[at] ?? 0) ^ 0x55
    const file = join(target.data, `${count++}.zip`)
    writeFileSync(file, bytes)
    // A time or a flag that nobody reads may be another one; everything else is noticed.
    const outcome = await imported(target, file, { isTrial: true }).then(
      () => 'taken',
      (error: Error) => error.message,
    )
    expect(outcome, String(at)).toMatch(at === 8 ? /taken|refused/ : /This archive is refused/)
  }
})

test('a signature of somebody else', async () => {
  const { keys } = target.ctx
  const foreign = altered(whole, (files) => {
    files['manifest.sig'] = new Uint8Array(keys.signManifest(files['manifest.json'] ?? new Uint8Array()))
  })
  expect(await refused(foreign)).toContain('its signature is not that of the server it says to come from')
  // With that one's key in it, too, it no longer is the server that its manifest names.
  const claimed = resigned(keys, whole, (files) => {
    files['receipt_key.pem'] = strToU8(keys.receiptPublicKey)
  })
  expect(await refused(claimed)).toContain('its manifest does not hold together')
  expect(await refused(whole, { trusted: 'a'.repeat(64) })).toContain('which is not the one you gave')
})

test('names that lead out of a folder, or that nobody listed', async () => {
  for (const path of [
    '../outside.txt',
    'rows/../../x.jsonl',
    '/etc/x',
    'snapshots/a/../../b',
    'rows\\x.jsonl',
  ]) {
    const words = await refused(
      byOperator((files) => {
        files[path] = strToU8('x')
      }),
    )
    expect(words).toContain(`it has a file by the name ${JSON.stringify(path)}`)
  }
  const extra = altered(whole, (files) => {
    files['rows/more.jsonl'] = strToU8('x')
  })
  expect(await refused(extra)).toContain('"rows/more.jsonl" is in it and not in its manifest')
})

test('files that are missing, and files that unpack to more than they say', async () => {
  const without = altered(whole, (files) => {
    delete files['rows/drives.jsonl']
  })
  expect(await refused(without)).toContain('rows/drives.jsonl is missing in it')
  const unlisted = byOperator((files) => {
    delete files['rows/drives.jsonl']
  })
  expect(await refused(unlisted)).toContain('rows/drives.jsonl is missing in it')
  const bomb = Buffer.from(
    altered(whole, (files) => {
      files['rows/tags.jsonl'] = new Uint8Array(3_000_000)
    }),
  )
  expect(await refused(bomb)).toContain('rows/tags.jsonl is not the file that was signed')
  // Its list says the length that was signed, and more comes out.
  const signed = unzipSync(whole)['rows/tags.jsonl']?.length ?? 0
  const at = bomb.lastIndexOf('rows/tags.jsonl') - 46
  bomb.writeUInt32LE(signed, at + 24)
  expect(await refused(bomb)).toContain('a file in it is longer than it may be')
  const { files } = JSON.parse(textIn(unzipSync(whole), 'manifest.json')) as { files: object[] }
  const vast = { path: 'images/vast.jpg', bytes: 10 ** 15, sha256: '0'.repeat(64) }
  expect(await refused(saying({ files: [...files, { ...vast, path: 'rows/vast.jsonl' }] }))).toContain(
    'rows/vast.jsonl is missing in it',
  )
  expect(await refused(saying({ files: [...files, vast] }))).toContain(
    'images/vast.jpg is larger than any picture',
  )
})

test('another format, and what a newer version writes', async () => {
  expect(await refused(saying({ holdfast_organization: 2 }))).toContain(
    'it is of format 2, and this version reads format 1',
  )
  expect(await refused(saying({ holdfast_organization: undefined }))).toContain(
    'it is no archive of an organization',
  )
  expect(await refused(saying({ made_at: 'yesterday' }))).toContain('its manifest does not hold together')
  const withColumn = byOperator(
    relined('rows/problems.jsonl', (lines) => lines.map((line) => line.replace('{', '{"colour":"red",'))),
  )
  expect(await refused(withColumn)).toContain(
    'made by a newer version of Holdfast: it says colour of problems',
  )
  const withTable = byOperator(
    relined(`attempts/${exam.who.ref}.jsonl`, (lines) => [...lines, '["moods",{"id":1}]']),
  )
  expect(await refused(withTable)).toContain('made by a newer version of Holdfast')
})

test('an account with the rights of the whole installation', async () => {
  const promoted = byOperator(
    relined('rows/users.jsonl', (lines) => lines.map((line) => line.replace('"Admin"', '"SuperAdmin"'))),
  )
  expect(await refused(promoted)).toContain('it has an account that is not an organization’s own')
})

test('a value that is not of its column’s kind', async () => {
  const odd = byOperator(
    relined('rows/drives.jsonl', (lines) =>
      lines.map((line) => line.replace(/"start_time":\d+/, '"start_time":"soon"')),
    ),
  )
  expect(await refused(odd)).toContain('a row of drives has no usable start_time')
})

test('a line that says nothing that this server could take', async () => {
  const test = `attempts/${exam.who.ref}.jsonl`
  const more = (line: string) => (lines: string[]) => [...lines, line]
  const cases: [path: string, change: (lines: string[]) => string[], words: string][] = [
    ['rows/tags.jsonl', more('{not json'), 'of rows/tags.jsonl cannot be read'],
    ['rows/tags.jsonl', more('[]'), 'of rows/tags.jsonl cannot be read'],
    ['rows/tags.jsonl', more('{"id":{"a":1}}'), 'of rows/tags.jsonl cannot be read'],
    ['rows/tags.jsonl', more(''), 'of rows/tags.jsonl cannot be read'],
    [test, more('"x"'), `of ${test} cannot be read`],
    [test, more('["ops"]'), `of ${test} cannot be read`],
    [test, (lines) => lines.slice(1), 'a test has no row of its own'],
    [test, ([own = '', ...rest]) => [own, own, ...rest], 'a test has two rows of its own'],
    [
      'rows/item_versions.jsonl',
      (lines) => lines.map((line) => line.replace(/"content":".*?[^\\]"/, '"content":"{"')),
      'a row of it holds a value that cannot be read',
    ],
    [
      'rows/item_versions.jsonl',
      (lines) => lines.map((line) => line.replace(/"content":".*?[^\\]"/, '"content":"{\\"tests\\":5}"')),
      'a row of it holds a value that cannot be read',
    ],
  ]
  for (const [path, change, words] of cases)
    expect(await refused(byOperator(relined(path, change))), String(change)).toContain(words)
  const cut = byOperator((files) => {
    files['rows/tags.jsonl'] = strToU8('{"id":1')
  })
  expect(await refused(cut)).toContain('line 0 of rows/tags.jsonl cannot be read')
})

test('a test by the name of another one, whose pictures would be written over', async () => {
  const app = await openApp({ judging: true })
  onTestFinished(() => app.remove())
  const { who } = await wholeTest(app)
  const folder = join(app.data, 'files/snapshots', who.ref)
  const [picture = ''] = readdirSync(folder)
  const before = readFileSync(join(folder, picture))
  const named = byOperator((files) => {
    const own = `attempts/${exam.who.ref}.jsonl`
    files[`attempts/${who.ref}.jsonl`] = files[own] ?? new Uint8Array()
    delete files[own]
    files[`snapshots/${who.ref}/${picture}`] = strToU8('another picture')
    files['rows/users.jsonl'] = strToU8(
      textIn(files, 'rows/users.jsonl').replaceAll(exam.org.admin.email, 'somebody@else.example'),
    )
  })
  const file = join(app.data, 'named.zip')
  writeFileSync(file, named)
  expect(await refusalOf(app, file, { name: 'Another' })).toContain(
    `the test ${who.ref} in it is another one`,
  )
  expect(readFileSync(join(folder, picture)).equals(before)).toBe(true)
})

test('a file that is none', async () => {
  expect(await refusalOf(target, join(target.data, 'nowhere.zip'))).toContain('cannot be read')
  expect(await refused(Buffer.from('This is no archive at all, only words.'))).toContain('refused')
})

test('an archive that is larger than the disk', async () => {
  const { files } = JSON.parse(textIn(unzipSync(whole), 'manifest.json')) as { files: object[] }
  const vast = { path: 'rows/vast.jsonl', bytes: 2 ** 50, sha256: '0'.repeat(64) }
  const bytes = Buffer.from(
    altered(saying({ files: [...files, vast] }), (all) => {
      all['rows/vast.jsonl'] = strToU8('x')
    }),
  )
  // Beyond 4 GB a size stands behind the name, as ZIP64 has it.
  expect(await refused(asZip64(bytes, 'rows/vast.jsonl', 2 ** 50))).toMatch(
    /There is no room for this archive: it needs \d+ MB, and the disk has [\d.]+ .B free/,
  )
})

test('a disk without room is told in words, and no picture is left', async () => {
  const file = join(target.data, 'full.zip')
  writeFileSync(file, whole)
  const { storage } = target.ctx
  let room = 1
  const put: typeof storage.put = async (key, bytes) => {
    if (room-- <= 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    return storage.put(key, bytes)
  }
  const ctx = Object.create(target.ctx, { storage: { value: { ...storage, put } } }) as typeof target.ctx
  expect(await refusalOf({ ...target, ctx }, file)).toContain(`There is no room left in ${target.data}`)
  expect(filesHere().filter((name) => /\.jpg|[0-9a-f]{64}/.test(name))).toEqual([])
  expect(existsSync(join(target.data, 'importing/rows'))).toBe(false)
  rmSync(join(target.data, 'files'), { recursive: true, force: true })
})

test('what an import has left that was cut off goes with a sweep, but not what one needs that is under way', async () => {
  const place = join(target.data, 'importing')
  const [rows, picture] = [join(place, 'rows/users.jsonl'), join(target.data, 'files/snapshots/gone/picture')]
  for (const file of [rows, picture]) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'x')
  }
  const free = lockDirectory(place, 0)
  await sweepCutOffImport(target.ctx)
  expect([existsSync(rows), existsSync(picture)]).toEqual([true, true])
  free?.()
  await sweepCutOffImport(target.ctx)
  expect([existsSync(rows), existsSync(picture)]).toEqual([false, false])
  rmSync(join(target.data, 'files'), { recursive: true, force: true })
})

test('an archive of an older version, whose rows lack a column, comes, and says the same as a newer one', async () => {
  const app = await openApp()
  onTestFinished(() => app.remove())
  const older = byOperator((files) => {
    relined('rows/drives.jsonl', (lines) => lines.map((line) => line.replace('"late_policy":"hold",', '')))(
      files,
    )
    relined(`attempts/${exam.who.ref}.jsonl`, (lines) =>
      lines.map((line) => line.replace(/,"given_up":0/, '')),
    )(files)
  })
  const [before, after] = [join(app.data, 'older.zip'), join(app.data, 'newer.zip')]
  writeFileSync(before, older)
  writeFileSync(after, whole)
  expect(await imported(app, before)).toMatchObject({ findings: [], conflicts: [] })
  expect(await app.rows('SELECT late_policy FROM drives')).toEqual([{ late_policy: 'hold' }])
  // Staff goes on here; only that is no change of the other server's.
  await app.ctx.db.write((tx) => tx.raw.run("UPDATE drives SET name = 'Renamed here'"))
  expect(await imported(app, after)).toMatchObject({ added: 0, changed: 0, kept: [] })
})

test('a trial tells what would come, and writes nothing', async () => {
  const file = join(target.data, 'trial.zip')
  writeFileSync(file, whole)
  const before = await target.fingerprint()
  // Nobody who writes meanwhile waits for it.
  const writing = connect(join(target.data, 'holdfast.db'))
  writing.exec('BEGIN IMMEDIATE')
  const told = await imported(target, file, { isTrial: true })
  writing.close()
  expect(told.added).toBeGreaterThan(20)
  expect(await target.fingerprint()).toBe(before)
  expect(filesHere()).toEqual([])
})
