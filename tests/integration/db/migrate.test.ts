import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { requireMigrated } from '#api/kit/lock.ts'
import { connect } from '#db/connect.ts'
import { COPY_KEPT_MS, migrate, readMigrations, removeOldCopies } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { freshFolder, migrationsFolder } from './support.ts'

/** Migrations: all or nothing, no row lost to a table rebuild, a copy beforehand. */

const first = {
  name: '0000_first',
  statements: [
    'CREATE TABLE parents (id INTEGER PRIMARY KEY, name TEXT)',
    'CREATE TABLE children (id INTEGER PRIMARY KEY, parent_id INTEGER NOT NULL REFERENCES parents(id) ON DELETE CASCADE)',
    "INSERT INTO parents VALUES (1, 'one'), (2, 'two')",
    'INSERT INTO children VALUES (10, 1), (11, 1), (12, 2)',
  ],
}
/** How drizzle-kit rebuilds a table. With foreign keys on, dropping the old one deletes its children. */
const rebuild = {
  name: '0001_rebuild',
  statements: [
    'PRAGMA foreign_keys=OFF',
    'CREATE TABLE __new_parents (id INTEGER PRIMARY KEY, name TEXT NOT NULL, more TEXT)',
    'INSERT INTO __new_parents (id, name) SELECT id, name FROM parents',
    'DROP TABLE parents',
    'ALTER TABLE __new_parents RENAME TO parents',
    'PRAGMA foreign_keys=ON',
  ],
}

let folder: string
let file: string
let db: Sqlite.Database

beforeEach(() => {
  folder = freshFolder()
  file = join(folder, 'test.db')
  db = connect(file)
  onTestFinished(() => {
    db.close()
  })
})

const childrenOf = (of: Sqlite.Database): unknown[] =>
  of.prepare('SELECT id FROM children ORDER BY id').pluck().all()
const copies = (): string[] => readdirSync(folder).filter((name) => name.includes('before-migration'))
const schemaOf = (of: Sqlite.Database) =>
  of.prepare('SELECT name, sql FROM sqlite_master ORDER BY name').all()

test('a table rebuild keeps the rows that refer to it', () => {
  expect(migrate(db, [first], file)).toEqual(['0000_first'])
  expect(migrate(db, [first, rebuild], file)).toEqual(['0001_rebuild'])
  expect(childrenOf(db)).toEqual([10, 11, 12])
  expect(db.pragma('foreign_keys', { simple: true })).toBe(1)
  expect(() => db.exec('INSERT INTO children VALUES (13, 99)')).toThrow('FOREIGN KEY')
})

test('the rebuild would delete them if it were run plainly', () => {
  migrate(db, [first], null)
  db.exec('BEGIN')
  for (const statement of rebuild.statements) db.exec(statement)
  db.exec('COMMIT')
  expect(childrenOf(db)).toEqual([])
})

describe('a migration that fails', () => {
  const failing = [
    [
      'in the middle',
      {
        name: '0002_bad',
        statements: ['DELETE FROM children', 'CREATE TABLE parents (id)', 'DROP TABLE parents'],
      },
    ],
    [
      'by leaving children without parents',
      { name: '0002_bad', statements: ['DELETE FROM parents WHERE id = 1'] },
    ],
  ] as const
  test.each(failing)('%s leaves the database as it was, and names itself or what is wrong', (_, bad) => {
    migrate(db, [first], file)
    const schema = schemaOf(db)
    const all = [first, rebuild, { name: bad.name, statements: [...bad.statements] }]
    expect(() => migrate(db, all, file)).toThrow(/Migration 0002_bad failed|rows without their parent/)
    expect(schemaOf(db)).toEqual(schema)
    expect(childrenOf(db)).toEqual([10, 11, 12])
    expect(db.prepare('SELECT name FROM migrations').pluck().all()).toEqual(['0000_first'])
    expect(db.inTransaction).toBe(false)
    expect(db.pragma('foreign_keys', { simple: true })).toBe(1)
    // Mended, it goes through.
    expect(migrate(db, [first, rebuild], file)).toEqual(['0001_rebuild'])
  })
})

test('a database that a newer version has used is refused in words, and stays as it is', () => {
  migrate(db, [first, rebuild], file)
  const before = readFileSync(file)
  expect(() => migrate(db, [first], file)).toThrow('A newer version has used this database (0001_rebuild)')
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(migrate(db, [first, rebuild], file)).toEqual([])
})

describe('the copy', () => {
  test('is made before the first change of a database that holds something, and can be opened', () => {
    migrate(db, [first], file)
    expect(copies()).toEqual([])
    migrate(db, [first, rebuild], file)
    const [name] = copies()
    expect(copies()).toHaveLength(1)
    const copy = connect(join(folder, name ?? ''))
    expect(childrenOf(copy)).toEqual([10, 11, 12])
    expect(copy.prepare('SELECT name FROM migrations').pluck().all()).toEqual(['0000_first'])
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
    copy.close()
  })

  test('holds what stands only in the write-ahead log, and is there when the migration fails', () => {
    migrate(db, [first], file)
    db.pragma('wal_autocheckpoint = 0')
    db.exec('INSERT INTO children VALUES (99, 2)')
    expect(() => migrate(db, [first, { name: '0001_bad', statements: ['nonsense'] }], file)).toThrow(
      '0001_bad',
    )
    const copy = connect(join(folder, copies()[0] ?? ''))
    expect(childrenOf(copy)).toContain(99)
    copy.close()
  })

  test('is not made where nothing is missing', () => {
    migrate(db, [first], file)
    expect(migrate(db, [first], file)).toEqual([])
    expect(copies()).toEqual([])
  })
})

test("the product's own migrations apply once, in order, and leave every key whole", () => {
  const own = join(folder, 'holdfast.db')
  const all = readMigrations(migrationsFolder).map((m) => m.name)
  const opened = openDatabase(own, migrationsFolder)
  expect(opened.applied).toEqual(all)
  opened.close()
  const again = openDatabase(own, migrationsFolder)
  expect(again.applied).toEqual([])
  again.close()
  const looked = connect(own)
  expect(looked.pragma('foreign_key_check')).toEqual([])
  looked.close()
})

test('a migration that was applied under its former name is not applied again, nor asked for', async () => {
  const own = join(folder, 'renamed.db')
  openDatabase(own, migrationsFolder).close()
  const former = connect(own)
  const rename = former.prepare("UPDATE migrations SET name = '0000_the_house' WHERE name = '0000_baseline'")
  expect(rename.run().changes).toBe(1)
  former.close()
  const opened = openDatabase(own, migrationsFolder)
  expect(opened.applied).toEqual([])
  opened.close()
  await requireMigrated(own, migrationsFolder)
})

test('answers of before know which work of a lost device they came from', () => {
  const own = join(folder, 'older.db')
  const all = readMigrations(migrationsFolder)
  const at = all.findIndex(({ name }) => name === '0006_adopted_from')
  const db = connect(own)
  migrate(db, all.slice(0, at), own)
  // Their candidates and attempts are not what is asked about.
  db.pragma('foreign_keys = OFF')
  const aside = db.prepare(
    `INSERT INTO quarantine (attempt_id, lease_id, seq, hash, op_id, type, key, op, bytes, received_at, adopted_at)
     VALUES (1, 'lease', ?, 'hash', ?, ?, ?, '{}', 2, 5, ?)`,
  )
  aside.run(3, 'a-draft', 'draft', 'code:1:1', 70)
  aside.run(4, 'a-choice', 'mcq_select', 'mcq:2', 71)
  aside.run(5, 'not-adopted', 'draft', 'code:1:2', null)
  const answer = db.prepare(
    `INSERT INTO answers (attempt_id, key, saved, saved_seq, saved_at, selected, selected_at, made_at, verdict)
     VALUES (1, ?, 'saved', ?, ?, ?, ?, 1, 'on_time')`,
  )
  answer.run('code:1:1', -3, 70, null, null)
  answer.run('mcq:2', 9, 60, '[1]', 71)
  answer.run('code:1:2', 8, 50, null, null)
  for (const statement of all[at]?.statements ?? []) db.exec(statement)
  expect(db.prepare('SELECT key, saved_from, selected_from FROM answers ORDER BY key').all()).toEqual([
    { key: 'code:1:1', saved_from: 'a-draft', selected_from: null },
    { key: 'code:1:2', saved_from: null, selected_from: null },
    { key: 'mcq:2', saved_from: null, selected_from: 'a-choice' },
  ])
  db.close()
})

test('tests that run know how often full screen was left in them before', () => {
  const own = join(folder, 'exits.db')
  const all = readMigrations(migrationsFolder)
  const at = all.findIndex(({ name }) => name === '0008_screen_exits')
  const db = connect(own)
  migrate(db, all.slice(0, at), own)
  db.pragma('foreign_keys = OFF')
  const attempt = db.prepare(
    `INSERT INTO attempts (id, ref, drive_id, candidate_id, started_at, finished_at, created_at, invited_at, search_key,
       order_seed, invitation_hash, token_hash)
     VALUES (:id, :ref, 1, :id, 1, :finished_at, 1, 1, '', '', :ref, :ref)`,
  )
  attempt.run({ id: 1, ref: 'runs', finished_at: null })
  attempt.run({ id: 2, ref: 'over', finished_at: 5 })
  const op = db.prepare(
    `INSERT INTO ops (attempt_id, seq, op_id, lease_id, type, key, body, body_hash, prev_hash, hash, boot_id, mono_ms,
       wall_ms, anchor_id, est_server_ms, made_at, received_at, announced_at, result, verdict)
     VALUES (?, ?, ?, 'l', ?, '', ?, '', '', '', '', 1, 1, '', 1, 1, 1, 1, ?, 'on_time')`,
  )
  const body = (counted: boolean): Buffer => Buffer.from(JSON.stringify({ counted, why: 'attempt_used' }))
  op.run(1, 1, 'a', 'fullscreen_left', body(true), 'applied')
  op.run(1, 2, 'b', 'fullscreen_left', body(true), 'applied_late')
  op.run(1, 3, 'c', 'fullscreen_left', body(false), 'applied')
  op.run(1, 4, 'd', 'fullscreen_left', body(true), 'rejected')
  op.run(1, 5, 'e', 'focus_lost', body(true), 'applied')
  op.run(2, 1, 'f', 'fullscreen_left', body(true), 'applied')
  for (const statement of all[at]?.statements ?? []) db.exec(statement)
  expect(db.prepare('SELECT ref, screen_exits FROM attempts ORDER BY id').all()).toEqual([
    { ref: 'runs', screen_exits: 2 },
    { ref: 'over', screen_exits: 0 },
  ])
  db.close()
})

test('tests of before have not used the time of their pauses', () => {
  const own = join(folder, 'pauses.db')
  const all = readMigrations(migrationsFolder)
  const at = all.findIndex(({ name }) => name === '0010_unused_time')
  const db = connect(own)
  migrate(db, all.slice(0, at), own)
  db.pragma('foreign_keys = OFF')
  const attempt = db.prepare(
    `INSERT INTO attempts (id, ref, drive_id, candidate_id, created_at, invited_at, search_key, order_seed, paused_ms,
       invitation_hash, token_hash)
     VALUES (:id, :ref, 1, :id, 1, 1, '', '', :paused_ms, :ref, :ref)`,
  )
  attempt.run({ id: 1, ref: 'paused', paused_ms: 90_000 })
  // One that was opened again after an early end: its clock was set back.
  attempt.run({ id: 2, ref: 'set back', paused_ms: -60_000 })
  for (const statement of all[at]?.statements ?? []) db.exec(statement)
  expect(db.prepare('SELECT ref, unused_ms FROM attempts ORDER BY id').all()).toEqual([
    { ref: 'paused', unused_ms: 90_000 },
    { ref: 'set back', unused_ms: 0 },
  ])
  db.close()
})

test('copies from before a migration are kept for thirty days, and nothing else is removed', () => {
  const now = 100 * COPY_KEPT_MS
  const names = [
    `test.db.before-migration.${now - COPY_KEPT_MS - 1}`,
    `test.db.before-migration.${now - COPY_KEPT_MS}`,
    'test.db.before-migration.mine',
    `other.db.before-migration.1`,
  ]
  for (const name of names) writeFileSync(join(folder, name), '')
  expect(removeOldCopies(file, now)).toEqual([names[0]])
  expect(copies().toSorted()).toEqual(names.slice(1).toSorted())
  expect(existsSync(file)).toBe(true)
})

test('what was deleted stands in no free page of the file', () => {
  db.exec('CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT)')
  const insert = db.prepare('INSERT INTO people (name) VALUES (?)')
  for (let n = 0; n < 500; n++) insert.run(`Somebody Nobody Knows ${n} ${'x'.repeat(200)}`)
  db.exec('DELETE FROM people')
  db.pragma('wal_checkpoint(TRUNCATE)')
  expect(readFileSync(file).includes('Nobody Knows')).toBe(false)
})
