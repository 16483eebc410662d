import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { noteRestore } from '#api/attempts/restores.ts'
import { makeBackup } from '#api/backups/backup.ts'
import { addErased, readErased } from '#api/backups/erased.ts'
import { LogShipper } from '#api/backups/logShipper.ts'
import { verifyCommand } from '#api/commands/verify.ts'
import { connect } from '#db/connect.ts'
import { WalHold } from '#db/walHold.ts'
import { HOUR, must, openApp, seedOrganization, signIn, startExam } from '../../factories/index.ts'
import { emailsIn, eraseAt, filesWith, restore, settingsOf } from './erased.ts'

/** Ways in which somebody who was erased is there again, or the operator is told more than holds. */

let folder: string
let backups: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-ships-'))
  backups = join(folder, 'backups')
  mkdirSync(backups)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

describe('a restore with the shipped log', () => {
  test('brings back no picture of somebody who was erased between the backup and the end of the log', async () => {
    const app = await openApp({ settings: { HOLDFAST_BACKUPS: backups } })
    onTestFinished(() => rmSync(app.data, { recursive: true, force: true }))
    const { who, org } = await startExam(app, { candidates: 2 })
    await app.ctx.storage.put(
      `snapshots/${who.ref}/${'a'.repeat(64)}.jpg`,
      Buffer.from('quokka in a picture'),
    )
    const shipper = new LogShipper({ dataDirectory: app.data, backups, now: Date.now })
    await shipper.ship()
    let isMade = false
    const making = makeBackup(app.data, backups, Date.now()).finally(() => {
      isMade = true
    })
    while (!isMade) {
      await shipper.ship()
      await nextTurn()
    }
    const { folder: copy, manifest } = await making
    expect(manifest.log).toBeDefined()
    await app.ctx.storage.put(`snapshots/${who.ref}/${'b'.repeat(64)}.jpg`, Buffer.from('a later wombat'))
    shipper.addPicture(`snapshots/${who.ref}/${'b'.repeat(64)}.jpg`)
    await shipper.ship()
    await must(app.send, 'deleteCandidate', {
      params: { id: who.candidateId },
      headers: await signIn(app.send, org.admin.email, org.admin.password),
    })
    await shipper.close()
    await app.close()
    const again = join(folder, 'again')
    await restore(copy, again)
    expect(emailsIn(again)).not.toContain(who.email)
    expect(filesWith(again, ['quokka', 'wombat', who.email])).toEqual([])
  })
})

describe('a restore', () => {
  test('erases again whoever was invited while the clock was ahead, and erased once it was right', async () => {
    const app = await openApp()
    onTestFinished(() => rmSync(app.data, { recursive: true, force: true }))
    const { who, org } = await startExam(app, { candidates: 2 })
    const { folder: copy } = await makeBackup(app.data, backups, app.clock.now())
    app.clock.move(-HOUR)
    await must(app.send, 'deleteCandidate', {
      params: { id: who.candidateId },
      headers: await signIn(app.send, org.admin.email, org.admin.password),
    })
    // As the list beside the backups has it.
    await addErased(backups, await readErased(app.data))
    await app.close()
    const again = join(folder, 'again')
    await restore(copy, again)
    expect(emailsIn(again)).not.toContain(who.email)
  })
})

test('a restore in place of a directory takes over its list, also of people whom the backup never had', async () => {
  const app = await openApp()
  onTestFinished(() => rmSync(app.data, { recursive: true, force: true }))
  const { who } = await startExam(app, { candidates: 2 })
  const { folder: copy } = await makeBackup(app.data, backups, app.clock.now())
  app.clock.move(1_000)
  await app.close()
  await eraseAt(settingsOf(app.data), who.email)
  const unknown = { person: 'invited after the backup', erased_at: app.clock.now() }
  await addErased(app.data, [unknown])
  // Nothing lies beside the backup: only what is replaced knows of it.
  expect(await readErased(backups)).toEqual([])
  const told = await restore(copy, app.data, { replace: true })
  expect(told?.json).toMatchObject({ erased_again: 1 })
  expect(emailsIn(app.data)).not.toContain(who.email)
  const list = await readErased(app.data)
  // The person, the test, and the one whom the backup never had.
  expect(list.map((one) => Object.keys(one)[0]).toSorted()).toEqual(['attempt', 'person', 'person'])
  expect(list).toContainEqual(unknown)
})

describe('erase', () => {
  test('finds an address however its accents are typed', async () => {
    const app = await openApp()
    onTestFinished(() => app.remove())
    const { who } = await startExam(app)
    const email = 'jos\u00e9@people.example'
    await app.ctx.db.write((tx) =>
      tx.raw.run(
        'UPDATE candidates SET email = ?, email_key = ? WHERE id = ?',
        email,
        email,
        who.candidateId,
      ),
    )
    expect(await eraseAt(settingsOf(app.data), 'Jose\u0301@people.example', false)).toMatchObject({
      text: expect.stringContaining('was invited by 1 organization'),
    })
  })

  test('leaves nothing owed to whoever shows a receipt of the test, also after a restore', async () => {
    const app = await openApp()
    onTestFinished(() => rmSync(app.data, { recursive: true, force: true }))
    const { device, who } = await startExam(app)
    await device.sync()
    const body = device.proof.newest
    const at = (ms: number) => new Date(app.clock.now() + ms).toISOString()
    const server_epoch = app.ctx.serverEpoch + 1
    await noteRestore(app.ctx, { server_epoch, backup_of: at(-HOUR), restored_at: at(0) })
    await app.close()
    await eraseAt(settingsOf(app.data), who.email)
    const again = await openApp({ data: app.data, clock: app.clock })
    onTestFinished(() => again.close())
    expect(await must(again.send, 'postReceiptCheck', { body })).toMatchObject({ outcome: 'missing' })
    expect(await again.rows('SELECT 1 FROM shown_receipts')).toEqual([])
  })

  test('erases in every organization beside a server that ships its log, and ends well', async () => {
    const settings = { HOLDFAST_BACKUPS: backups, HOLDFAST_BACKUPS_LOG: 'on' }
    const app = await openApp({ settings })
    onTestFinished(() => app.remove())
    const email = 'somebody@example.org'
    for (const name of ['one', 'two']) await seedOrganization(app.ctx, name, { candidates: 1 })
    const db = connect(join(app.data, 'holdfast.db'))
    db.prepare('UPDATE candidates SET email = ?, email_key = ?').run(email, email)
    db.close()
    // The reading that is always under way.
    const hold = new WalHold(join(app.data, 'holdfast.db'))
    onTestFinished(() => hold.close())
    const erased = await eraseAt(settingsOf(app.data, settings), email).catch((error: unknown) => error)
    expect(emailsIn(app.data)).toEqual([])
    expect(erased).toMatchObject({ ok: true, json: { organizations: 2 } })
  })

  test('names every copy that holds the person: of before a migration, replaced by a restore, and the log', async () => {
    const app = await openApp()
    onTestFinished(() => rmSync(app.data, { recursive: true, force: true }))
    const { who } = await startExam(app, { candidates: 1 })
    const shipper = new LogShipper({ dataDirectory: app.data, backups, now: Date.now })
    await shipper.ship()
    await shipper.close()
    await app.close()
    const db = connect(join(app.data, 'holdfast.db'))
    const before = join(app.data, `holdfast.db.before-migration.${Date.now()}`)
    db.exec(`VACUUM INTO '${before}'`)
    const replaced = join(app.data, 'replaced-20261128T100000000Z')
    mkdirSync(replaced)
    db.exec(`VACUUM INTO '${join(replaced, 'holdfast.db')}'`)
    db.close()
    const config = settingsOf(app.data, { HOLDFAST_BACKUPS: backups, HOLDFAST_BACKUPS_LOG: 'on' })
    const erased = await eraseAt(config, who.email)
    const still = filesWith(app.data, [who.email])
    expect(still.length).toBeGreaterThan(0)
    expect(erased?.text).not.toContain('No backup holds them.')
    for (const copy of ['before-migration', 'replaced-', join(backups, 'log')])
      expect(erased?.text).toContain(copy)
  })

  test.skipIf(process.getuid?.() !== 0)(
    'as root leaves a list that the account of the server can go on with',
    async () => {
      const app = await openApp()
      onTestFinished(() => rmSync(app.data, { recursive: true, force: true }))
      const { who } = await startExam(app, { candidates: 1 })
      await app.close()
      for (const name of ['', ...readdirSync(app.data, { recursive: true })])
        chownSync(join(app.data, String(name)), 10_001, 10_001)
      await eraseAt(settingsOf(app.data), who.email)
      expect(statSync(join(app.data, 'erased.jsonl')).uid).toBe(statSync(app.data).uid)
    },
  )
})

test('verify finds a byte that was flipped in the list of the erased: whom it named would come back', async () => {
  const app = await openApp()
  onTestFinished(() => rmSync(app.data, { recursive: true, force: true }))
  const { who } = await startExam(app, { candidates: 1 })
  await app.close()
  await eraseAt(settingsOf(app.data), who.email)
  const list = join(app.data, 'erased.jsonl')
  const bytes = readFileSync(list)
  const at = bytes.indexOf('"person":"') + 12
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(list, bytes)
  const verified = await verifyCommand.run({
    config: settingsOf(app.data),
    values: {},
    positionals: [],
    progress: () => {},
  })
  expect(verified?.ok).toBe(false)
})

test('a restore with another key changes nothing: what lies there is not put aside for a copy that cannot be read', async () => {
  const app = await openApp()
  onTestFinished(() => rmSync(app.data, { recursive: true, force: true }))
  await startExam(app, { candidates: 1 })
  await app.close()
  const recipients = [await identityToRecipient(await generateIdentity())]
  const { folder: copy } = await makeBackup(app.data, backups, Date.now(), { recipients })
  const wrong = join(folder, 'wrong.key')
  writeFileSync(wrong, `${await generateIdentity()}\n`)
  await expect(restore(copy, app.data, { replace: true, identity: wrong })).rejects.toThrow(
    'cannot be decrypted with this key',
  )
  const opened = await openApp({ data: app.data })
  await opened.close()
})
