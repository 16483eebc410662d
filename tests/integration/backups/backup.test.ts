import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { listRestores } from '#api/attempts/restores.ts'
import { makeBackup } from '#api/backups/backup.ts'
import { damageOf, readManifest } from '#api/backups/manifest.ts'
import { finishRestore, restoreFiles } from '#api/backups/restore.ts'
import { restoreCommand } from '#api/commands/restore.ts'
import { readConfig } from '#api/config.ts'
import { RESTORING } from '#api/kit/lock.ts'
import { formatVerification, verifyAll } from '#api/services/verification.ts'
import { choiceKey } from '#contract/ops.ts'
import { connect } from '#db/connect.ts'
import { type Device, openApp, startExam, type TestApp } from '../../factories/index.ts'

/** An installation is copied while it serves, and put back where it was lost. */

let folder: string
let backups: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-backup-'))
  backups = join(folder, 'backups')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

type Exam = Awaited<ReturnType<typeof startExam>>

async function examIn(app: TestApp): Promise<Exam> {
  const e = await startExam(app)
  await choose(e.device, e)
  return e
}

async function choose(device: Device, { org }: Exam): Promise<void> {
  const [question] = org.questions
  const body = { question_id: question.id, selected_options: question.right }
  device.write('mcq_save', choiceKey(question.id), body)
  await device.sync()
}

const opsIn = (file: string): string[] => {
  const db = connect(file, { readonly: true })
  try {
    return db.prepare('SELECT hash FROM ops ORDER BY attempt_id, seq').pluck().all() as string[]
  } finally {
    db.close()
  }
}

/** The test saves more often than anybody does. */
const NO_LIMITS = { requests: Infinity, requestsPerSecond: 1, bytes: Infinity, bytesPerSecond: 1 }

/** Everything below a folder with what is in it, but for what shows who holds it. */
const contentOf = (path: string): Map<string, string> =>
  new Map(
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('holdfast.lock'))
      .map(({ parentPath, name }) => [
        join(parentPath, name),
        readFileSync(join(parentPath, name), 'base64'),
      ]),
  )

/** As the command does it. */
async function restore(from: string, data: string, mayReplace = false) {
  const config = readConfig({ HOLDFAST_DATA: data, HOLDFAST_LOG: 'silent' })
  const done = await restoreCommand.run({
    config,
    values: { replace: mayReplace },
    positionals: [from],
    progress: () => {},
  })
  return done?.json as { server_epoch: number; replaced: string | null }
}

describe('a backup', () => {
  test('holds all that was acknowledged before it, while a server goes on saving', async () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    const app = await openApp({ data, limits: { syncLimits: NO_LIMITS } })
    const e = await examIn(app)
    await app.ctx.storage.put('images/one', Buffer.from('a picture'))
    let stop = false
    const saving = (async () => {
      while (!stop) await choose(e.device, e)
    })()
    const before = e.device.ops.slice(0, e.device.acked).map(({ hash }) => hash)
    const { folder: made, manifest } = await makeBackup(data, backups, Date.now())
    stop = true
    await saving
    const held = opsIn(join(made, 'holdfast.db'))
    expect(held.slice(0, before.length)).toEqual(before)
    expect(held).toEqual(e.device.ops.slice(0, held.length).map(({ hash }) => hash))
    expect(manifest.parts.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['holdfast.db', 'files/images/one', 'keys.json']),
    )
    expect(await damageOf(made, (await readManifest(made)).parts)).toEqual([])
    // One file each, with no log that could be left behind.
    expect(readdirSync(made).filter((name) => name.startsWith('holdfast.db'))).toEqual(['holdfast.db'])
    await app.close()
  })

  test('of a large database is one moment of it, however often somebody else commits meanwhile', async () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    const app = await openApp({ data })
    const large = 'x'.repeat(1_000_000)
    for (let n = 0; n < 30; n++)
      await app.ctx.db.write((tx) => tx.raw.run('INSERT INTO meta VALUES (?, ?)', `filler ${n}`, large))
    let count = 0
    let isMade = false
    const counting = (async () => {
      while (!isMade) {
        count++
        await app.ctx.db.write((tx) =>
          tx.raw.run(
            "INSERT INTO meta VALUES ('count', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
            `${count}`,
          ),
        )
        // The copy's turn: both run in this process.
        await new Promise(setImmediate)
      }
    })()
    const { folder: made } = await makeBackup(data, backups, Date.now())
    isMade = true
    await counting
    await app.close()
    const copy = connect(join(made, 'holdfast.db'), { readonly: true })
    const value = Number(copy.prepare("SELECT value FROM meta WHERE name = 'count'").pluck().get() ?? 0)
    copy.close()
    expect(value).toBeLessThan(count - 10)
  })

  test('is none where something of it is missing or changed, whatever it is', async () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    const app = await openApp({ data })
    await examIn(app)
    await app.ctx.storage.put('images/one', Buffer.from('a picture'))
    await app.close()
    const { folder: made, manifest } = await makeBackup(data, backups, Date.now())
    for (const { path } of manifest.parts) {
      const file = join(made, path)
      const whole = readFileSync(file)
      const flipped = Buffer.from(whole)
      const at = Math.floor(whole.length / 2)
      flipped[at] = (flipped[at] ?? 0) ^ 1
      for (const spoil of [
        () => writeFileSync(file, flipped),
        () => appendFileSync(file, ' '),
        () => rmSync(file),
      ]) {
        spoil()
        const target = join(folder, 'target')
        await expect(restoreFiles(made, target, Date.now(), { mayReplace: false })).rejects.toThrow(
          new RegExp(`The backup is damaged, and nothing was changed:\n${path}`),
        )
        expect(existsSync(target)).toBe(false)
        writeFileSync(file, whole)
      }
    }
    writeFileSync(join(made, 'manifest.json'), '{"holdfast_backup":1}')
    await expect(readManifest(made)).rejects.toThrow('is damaged')
    await expect(readManifest(folder)).rejects.toThrow('there is no manifest.json in it')
  })

  test('never leads out of its folder', async () => {
    mkdirSync(backups)
    for (const path of [
      '../keys.json',
      '/etc/passwd',
      'files/../../keys.json',
      'files\\..\\x',
      '',
      '..',
      'files/..',
      'files//x',
    ]) {
      writeFileSync(
        join(backups, 'manifest.json'),
        JSON.stringify({
          holdfast_backup: 1,
          made_at: new Date().toISOString(),
          server_epoch: 1,
          parts: [{ path, bytes: 1, sha256: '0'.repeat(64) }],
        }),
      )
      await expect(readManifest(backups), path).rejects.toThrow('is damaged')
    }
  })

  test('takes along what is linked to from elsewhere: keys, and pictures on another disk', async () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    const app = await openApp({ data })
    await app.ctx.storage.put('images/one', Buffer.from('a picture'))
    await app.close()
    for (const name of ['keys.json', 'files']) {
      renameSync(join(data, name), join(folder, name))
      symlinkSync(join(folder, name), join(data, name))
    }
    symlinkSync(join(folder, 'nowhere'), join(data, 'dangling'))
    const { folder: made } = await makeBackup(data, backups, Date.now())
    for (const path of ['keys.json', 'files/images/one'])
      expect(readFileSync(join(made, path)).equals(readFileSync(join(folder, path))), path).toBe(true)
    rmSync(join(folder, 'keys.json'))
    await expect(makeBackup(data, backups, Date.now() + 1)).rejects.toThrow(`keys.json is missing in ${data}`)
    expect(readdirSync(backups)).toHaveLength(1)
  })

  test('is none of a directory in which a restore was cut off, nor in a place that takes no files', async () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    await (await openApp({ data })).close()
    const file = join(folder, 'file')
    writeFileSync(file, 'mine')
    await expect(makeBackup(data, file, Date.now())).rejects.toThrow(
      `No backup can be kept: ${file} or a part of it is a file.`,
    )
    writeFileSync(join(data, RESTORING), '{}')
    await expect(makeBackup(data, backups, Date.now())).rejects.toThrow('was cut off')
    expect(existsSync(backups)).toBe(false)
  })

  test('is refused below the data directory, and where there is nothing to copy', async () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    await expect(makeBackup(data, backups, Date.now())).rejects.toThrow(`There is no installation in ${data}`)
    await expect(makeBackup(data, join(data, 'backups'), Date.now())).rejects.toThrow(
      'would be lost together with it',
    )
    expect(existsSync(backups)).toBe(false)
  })

  test('of a database that the disk gives back as it was not written leaves nothing with its name', async () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    const app = await openApp({ data })
    await examIn(app)
    await app.close()
    const file = join(data, 'holdfast.db')
    const whole = readFileSync(file)
    const db = connect(file)
    const [index] = db
      .prepare(
        "SELECT pageno, pgsize FROM dbstat WHERE name = 'ops_op_id' AND ncell > 0 AND pagetype = 'leaf'",
      )
      .all() as { pageno: number; pgsize: number }[]
    db.pragma('foreign_keys = OFF')
    db.exec('UPDATE ops SET attempt_id = 99')
    db.close()
    await expect(makeBackup(data, backups, Date.now())).rejects.toThrow('lacks the row of')
    // In an index alone, which no query of ours would miss: the row stands where it was.
    const changed = Buffer.from(whole)
    const last = (index?.pageno ?? 0) * (index?.pgsize ?? 0) - 1
    changed[last] = (changed[last] ?? 0) ^ 1
    writeFileSync(file, changed)
    await expect(makeBackup(data, backups, Date.now())).rejects.toThrow('it is damaged')
    writeFileSync(
      file,
      Buffer.concat([whole.subarray(0, 40_960), Buffer.alloc(8_192, 0xff), whole.subarray(49_152)]),
    )
    await expect(makeBackup(data, backups, Date.now())).rejects.toThrow('The database could not be copied')
    expect(readdirSync(backups)).toEqual([])
  })
})

describe('a restore', () => {
  /** The data of a device that was told more than the backup holds is lost, and set up again. */
  async function lostAndRestored() {
    const data = join(folder, 'data')
    mkdirSync(data)
    const app = await openApp({ data })
    const { device, ...e } = await examIn(app)
    const { folder: made } = await makeBackup(data, backups, app.clock.now())
    for (let n = 0; n < 5; n++) await choose(device, { device, ...e })
    const acknowledged = device.ops.map(({ hash }) => hash)
    await app.close()
    rmSync(data, { recursive: true })
    const { server_epoch: epoch } = await restore(made, data)
    const again = await openApp({ data, clock: app.clock })
    onTestFinished(() => again.close())
    device.connect(again.send)
    return { again, device, epoch, acknowledged, stored: () => opsIn(join(data, 'holdfast.db')) }
  }

  test('brings back every answer of the devices that come back, and they see that the server went back', async () => {
    const { again, device, epoch, acknowledged, stored } = await lostAndRestored()
    expect(again.ctx.serverEpoch).toBe(epoch)
    expect(epoch).toBe(2)
    expect((await listRestores(again.ctx.db.read)).map(({ server_epoch }) => server_epoch)).toEqual([2])
    expect((await device.post(device.request())).json).toMatchObject({ code: 'lease_unknown' })
    expect((await device.comeBack()).lease).toMatchObject({ server_epoch: 2, head_seq: 1 })
    await device.sync()
    expect(stored()).toEqual(acknowledged)
    const verified = await verifyAll(again.ctx)
    expect(verified.findings).toEqual([])
    expect(verified.restores).toHaveLength(1)
    expect(formatVerification(verified)).toMatch(
      /^Set up again on .* from a backup of .*: what was saved in between/m,
    )
  })

  test('brings them back from pages of before, which know of no proof', async () => {
    const { device, acknowledged, stored } = await lostAndRestored()
    const answer = await device.sync([], { can_prove: undefined })
    expect(answer).toMatchObject({ server_epoch: 2, head_seq: 1 })
    await device.sync(device.ops.slice(answer.head_seq), { can_prove: undefined })
    expect(stored()).toEqual(acknowledged)
  })

  test('takes another epoch each time, also from the same backup once the machine is gone', async () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    await (await openApp({ data })).close()
    const { folder: made } = await makeBackup(data, backups, Date.now())
    expect((await restore(made, data, true)).server_epoch).toBe(2)
    expect((await restore(made, data, true)).server_epoch).toBe(3)
    rmSync(data, { recursive: true })
    expect((await restore(made, data)).server_epoch).toBe(4)
    // Neither the backup's folder nor the directory tells of the last one: what was replaced does.
    rmSync(join(backups, 'restored.json'))
    expect((await restore(made, data, true)).server_epoch).toBe(5)
  })

  test('replaces nothing unasked, and keeps what it replaces', async () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    await (await openApp({ data })).close()
    const { folder: made } = await makeBackup(data, backups, Date.now())
    writeFileSync(join(data, 'demo.json'), 'of the lost hours')
    const lying = contentOf(data)
    await expect(restoreFiles(made, data, Date.now(), { mayReplace: false })).rejects.toThrow(
      'With --replace',
    )
    for (const [until, words] of [
      [Date.now() - 3_600_000, 'for an earlier moment restore an older one'],
      [Date.now() + 3_600_000, 'No log goes on from this backup'],
    ] as const)
      await expect(restoreFiles(made, data, Date.now(), { mayReplace: true, until })).rejects.toThrow(words)
    expect(contentOf(data)).toEqual(lying)
    const { replaced } = await restore(made, data, true)
    expect(existsSync(join(data, 'demo.json'))).toBe(false)
    expect(readFileSync(join(replaced ?? '', 'demo.json'), 'utf8')).toBe('of the lost hours')
  })

  test('takes no backup out of the directory that it would replace', async () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    await (await openApp({ data })).close()
    const { folder: made } = await makeBackup(data, backups, Date.now())
    const within = join(data, 'moved here')
    renameSync(made, within)
    const lying = contentOf(data)
    await expect(restoreFiles(within, data, Date.now(), { mayReplace: true })).rejects.toThrow(
      'Copy it to another folder first',
    )
    expect(contentOf(data)).toEqual(lying)
  })

  test('waits for no running server, and takes nothing from it', async () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    const app = await openApp({ data })
    onTestFinished(() => app.close())
    const { folder: made } = await makeBackup(data, backups, Date.now())
    await expect(restoreFiles(made, data, Date.now(), { mayReplace: true })).rejects.toThrow(
      'Another Holdfast',
    )
    expect(readdirSync(data).filter((name) => name.startsWith('replaced-') || name === RESTORING)).toEqual([])
  })

  test.each(['Putting aside what lies there …', 'Copying …'])(
    'that was cut off at "%s" is no installation, and goes on when it is called again',
    async (step) => {
      const data = join(folder, 'data')
      mkdirSync(data)
      const app = await openApp({ data })
      await examIn(app)
      await app.close()
      const { folder: made, manifest } = await makeBackup(data, backups, Date.now())
      writeFileSync(join(data, 'demo.json'), 'of the lost hours')
      const part = join(made, manifest.parts.at(-1)?.path ?? '')
      const whole = readFileSync(part)
      const cutOff = restoreFiles(made, data, Date.now(), {
        mayReplace: true,
        progress(line) {
          if (line !== step) return
          // Half of the files are where they belong by then, and half are not.
          if (line === 'Copying …') rmSync(part)
          else throw new Error('cut off')
        },
      })
      await expect(cutOff).rejects.toThrow()
      writeFileSync(part, whole)
      await expect(openApp({ data })).rejects.toThrow('was cut off. Run it again')
      writeFileSync(join(data, 'half of another backup'), '')
      const { replaced } = await restoreFiles(made, data, Date.now() + 60_000, { mayReplace: false })
      await expect(openApp({ data })).rejects.toThrow('was cut off. Run it again')
      await finishRestore(made, data, 2)
      for (const { path } of manifest.parts)
        expect(readFileSync(join(data, path)).equals(readFileSync(join(made, path))), path).toBe(true)
      expect(existsSync(join(data, 'half of another backup'))).toBe(false)
      expect(readFileSync(join(replaced ?? '', 'demo.json'), 'utf8')).toBe('of the lost hours')
      await (await openApp({ data })).close()
    },
  )
})
