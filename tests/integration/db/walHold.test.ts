import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { connect } from '#db/connect.ts'
import { positionAt, readHeader } from '#db/wal.ts'
import { WalHold } from '#db/walHold.ts'
import { freshFolder } from './support.ts'

/** A database's log begins anew when it may, and not before. */

let file: string
let db: ReturnType<typeof connect>
let hold: WalHold

beforeEach(() => {
  file = join(freshFolder(), 'held.db')
  db = connect(file)
  db.pragma('wal_autocheckpoint = 0')
  db.exec('CREATE TABLE t (body TEXT)')
  hold = new WalHold(file)
  onTestFinished(() => {
    hold.close()
    db.close()
  })
})

const commit = (): void => void db.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(3_000))
const salt = (): number => readHeader(`${file}-wal`)?.start.salts[0] ?? -1
const restart = (): boolean => hold.restart(() => hold.frames())

test('somebody who reads an older moment keeps it, and it begins anew once they have gone', () => {
  commit()
  const reader = connect(file, { readonly: true })
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM t').get()
  commit()
  expect(restart()).toBe(false)
  reader.close()
  expect(restart()).toBe(true)
})

test('what has not been read keeps it', () => {
  commit()
  expect(hold.restart(() => hold.frames() - 1)).toBe(false)
  expect(hold.restart(() => hold.frames() + 1)).toBe(false)
  expect(restart()).toBe(true)
})

test('nobody can commit while the rest is read, and everybody can afterwards', () => {
  const other = connect(file)
  other.pragma('busy_timeout = 0')
  onTestFinished(() => void other.close())
  hold.restart(() => {
    expect(() => other.exec("INSERT INTO t VALUES ('meanwhile')")).toThrow('locked')
    return hold.frames()
  })
  other.exec("INSERT INTO t VALUES ('afterwards')")
  expect(() =>
    hold.restart(() => {
      throw new Error('it could not be read')
    }),
  ).toThrow('it could not be read')
  other.exec("INSERT INTO t VALUES ('after a fault')")
})

test('it begins anew once and not twice, whoever makes checkpoints, until it is rolled on', () => {
  commit()
  const before = salt()
  expect(restart()).toBe(true)
  const other = connect(file)
  onTestFinished(() => void other.close())
  for (let n = 0; n < 3; n++) {
    commit()
    other.pragma('wal_checkpoint(PASSIVE)')
  }
  expect(salt()).toBe(before + 1)
  expect(hold.frames()).toBeGreaterThan(2)
})

test('a position is that of the frames that are committed', () => {
  commit()
  const end = positionAt(`${file}-wal`, hold.frames())
  expect(end?.frame).toBe(hold.frames())
  expect(positionAt(`${file}-wal`, 0)).toEqual(readHeader(`${file}-wal`)?.start)
  expect(positionAt(`${file}-wal`, hold.frames() + 1)).toBeNull()
})
