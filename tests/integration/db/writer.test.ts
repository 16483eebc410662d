import { copyFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type AfterCommit, assertDurable, connect, type Queries } from '#db/connect.ts'
import { openDatabase } from '#db/open.ts'
import { CommitFailed, ForeignAwait, Writer, type WriterOptions } from '#db/writer.ts'
import { freshFolder, migrationsFolder } from './support.ts'

/** The one writer: many jobs a commit, each all or nothing, no answer before the commit. */

interface Bench {
  connection: Sqlite.Database
  writer: Writer
  /** BEGIN, COMMIT and ROLLBACK as they were run. */
  seen: string[]
  /** Called before each of them; what it throws is what the database would throw. */
  before: { run: (sql: string) => void }
  add(value: string): (tx: Queries) => Promise<string>
  /** The rows a second connection sees: what is committed, and nothing else. */
  committed(): string[]
}

function bench(options: WriterOptions = {}): Bench {
  const file = join(freshFolder(), 'test.db')
  const connection = connect(file)
  connection.exec('CREATE TABLE items (value TEXT PRIMARY KEY)')
  const outside = connect(file, { readonly: true })
  onTestFinished(() => {
    outside.close()
    connection.close()
  })
  const seen: string[] = []
  const before = { run: (_: string): void => {} }
  watch(connection, (sql) => {
    seen.push(sql)
    before.run(sql)
  })
  return {
    connection,
    writer: new Writer(connection, options),
    seen,
    before,
    add: (value) => async (tx) => {
      await tx.raw.run('INSERT INTO items VALUES (?)', value)
      return value
    },
    committed: () => outside.prepare('SELECT value FROM items ORDER BY rowid').pluck().all() as string[],
  }
}

/** Tells of every statement that begins, ends or breaks a transaction, however it is run. */
function watch(connection: Sqlite.Database, tell: (sql: string) => void): void {
  const isTold = (sql: string): boolean => /^(BEGIN|COMMIT|ROLLBACK)( IMMEDIATE)?$/.test(sql)
  const exec = connection.exec.bind(connection)
  connection.exec = (sql: string) => {
    if (isTold(sql)) tell(sql)
    return exec(sql)
  }
  const prepare = connection.prepare.bind(connection)
  connection.prepare = ((sql: string) => {
    const statement = prepare(sql)
    if (isTold(sql)) {
      const run = statement.run.bind(statement)
      statement.run = () => {
        tell(sql)
        return run()
      }
    }
    return statement
  }) as typeof connection.prepare
}

const outcome = (promise: Promise<unknown>) => promise.then(String, (error: Error) => error.constructor.name)

test('jobs of one turn share one commit, in their order', async () => {
  const { writer, seen, add, committed } = bench()
  const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => writer.write(add(`v${i}`))))
  expect(answers).toEqual(Array.from({ length: 100 }, (_, i) => `v${i}`))
  expect(committed()).toEqual(answers)
  expect(seen).toEqual(['BEGIN IMMEDIATE', 'COMMIT'])
})

test('a limit splits a group; 1 gives every job a commit of its own', async () => {
  const { writer, seen, add } = bench({ groupLimit: 1 })
  await Promise.all(['a', 'b', 'c'].map((v) => writer.write(add(v))))
  expect(seen.filter((sql) => sql === 'COMMIT')).toHaveLength(3)
})

test('a fault rolls back its own job alone, all of it', async () => {
  const { writer, add, committed } = bench()
  const jobs: ((tx: Queries) => Promise<unknown>)[] = [
    add('first'),
    async (tx) => {
      await add('half done')(tx)
      throw new RangeError('in the middle')
    },
    async (tx) => {
      await add('before')(tx)
      await add('first')(tx)
    },
    add('last'),
  ]
  const settled = await Promise.all(jobs.map((job) => outcome(writer.write(job))))
  expect(settled).toEqual(['first', 'RangeError', 'SqliteError', 'last'])
  expect(committed()).toEqual(['first', 'last'])
})

test('a commit tells once what it sets going, after its answers; a job that was rolled back sets nothing going', async () => {
  const { writer, add, committed } = bench()
  const told: unknown[] = []
  const order: string[] = []
  writer.onCommit = (what) => {
    order.push('told')
    told.push({ what, committed: committed() })
  }
  const noting = (value: string, ...what: AfterCommit[]) =>
    writer
      .write(async (tx) => {
        for (const one of what) tx.after(one)
        await add(value)(tx)
      })
      .then(() => order.push('answered'))
  const failing = writer.write(async (tx) => {
    tx.after({ user_id: 9 })
    throw new Error('no')
  })
  await Promise.all([
    noting('a', 'judge', { attempt_id: 1 }),
    expect(failing).rejects.toThrow('no'),
    noting('b', 'judge', { attempt_id: 1 }, { attempt_id: 2 }, 'mail'),
  ])
  await expect
    .poll(() => told)
    .toEqual([{ what: ['judge', { attempt_id: 1 }, { attempt_id: 2 }, 'mail'], committed: ['a', 'b'] }])
  await noting('c')
  expect(order).toEqual(['answered', 'answered', 'told', 'answered'])
  expect(told).toHaveLength(1)
})

test('nothing is answered before its commit is there for others to see', async () => {
  const { writer, before, add, committed } = bench()
  let atCommit = ['never committed']
  let answered = 0
  let answeredAtCommit = -1
  before.run = (sql) => {
    if (sql !== 'COMMIT') return
    answeredAtCommit = answered
    atCommit = committed()
  }
  const seenAtAnswer = await Promise.all(
    ['a', 'b'].map((value) =>
      writer.write(add(value)).then(() => {
        answered++
        return committed()
      }),
    ),
  )
  expect(atCommit).toEqual([])
  expect(answeredAtCommit).toBe(0)
  expect(seenAtAnswer).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
})

describe('where the commit fails', () => {
  test('every job of the group is told so, refused ones too, and the next group is taken', async () => {
    const { writer, before, add, committed } = bench()
    const told: unknown[] = []
    writer.onCommit = (what) => told.push(...what)
    const noting = (value: string) => (tx: Queries) => {
      tx.after({ attempt_id: value.length })
      return add(value)(tx)
    }
    let isBroken = true
    before.run = (sql) => {
      if (sql === 'COMMIT' && isBroken) throw new Error('database or disk is full')
    }
    const refused = writer.write(async () => {
      throw new RangeError('a rule')
    })
    const settled = await Promise.all(
      [writer.write(noting('a')), refused, writer.write(noting('b'))].map(outcome),
    )
    expect(settled).toEqual(['CommitFailed', 'CommitFailed', 'CommitFailed'])
    expect(committed()).toEqual([])
    isBroken = false
    await writer.write(noting('abc'))
    expect(committed()).toEqual(['abc'])
    await expect.poll(() => told).toEqual([{ attempt_id: 3 }])
  })

  test('a database that is locked by another process is such a failure', async () => {
    const { connection, writer, add, committed } = bench({ patienceMs: 20, groupLimit: 1 })
    const other = connect(connection.name)
    other.exec('BEGIN IMMEDIATE')
    const refused = await Promise.all([writer.write(add('a')), writer.write(add('b'))].map(outcome))
    expect(refused).toEqual(['CommitFailed', 'CommitFailed'])
    other.exec('ROLLBACK')
    other.close()
    await writer.write(add('a'))
    expect(committed()).toEqual(['a'])
  })

  test('one that another process locks for a while is waited for, and this process goes on meanwhile', async () => {
    const { connection, writer, add, committed } = bench()
    const other = connect(connection.name)
    other.exec('BEGIN IMMEDIATE')
    other.exec("INSERT INTO items VALUES ('theirs')")
    const writes = Promise.all([writer.write(add('a')), writer.write(add('b'))])
    let turns = 0
    await expect.poll(() => ++turns).toBe(5)
    const late = writer.write(add('c'))
    expect(committed()).toEqual([])
    other.exec('COMMIT')
    other.close()
    await expect(writes).resolves.toEqual(['a', 'b'])
    await late
    expect(committed()).toEqual(['theirs', 'a', 'b', 'c'])
  })
})

describe('a database that can grow no more', () => {
  /** By hand-written SQL and by the query builder, which wraps the fault in one of its own. */
  const large = 'x'.repeat(50_000)
  test.each<[string, (tx: Queries) => Promise<unknown>]>([
    ['SQL', (tx) => tx.raw.run('INSERT INTO items VALUES (?)', large)],
    ['the query builder', (tx) => tx.orm.run(sql`INSERT INTO items VALUES (${large}) RETURNING value`)],
  ])('fails the job by %s that needs room, and takes it once there is room', async (_, insert) => {
    const { connection, writer, add, committed } = bench()
    await writer.write(add('a'))
    connection.pragma('max_page_count = 1')
    const job = async (tx: Queries): Promise<void> => {
      await tx.raw.run("UPDATE items SET value = 'b'")
      await insert(tx)
    }
    expect(await outcome(writer.write(job))).toBe('CommitFailed')
    expect(committed()).toEqual(['a'])
    connection.pragma('max_page_count = 1000000')
    await writer.write(job)
    expect(committed()).toEqual(['b', large])
  })
})

describe('a job that waits for something that is no query', () => {
  test('is rolled back, and the others of its group are kept', async () => {
    const { writer, add, committed } = bench()
    let go: () => void = () => {}
    const outside = new Promise<void>((resolve) => {
      go = resolve
    })
    let afterwards = 'did not go on'
    const foreign = writer.write(async (tx) => {
      await add('before the wait')(tx)
      await outside
      afterwards = await outcome(add('after the wait')(tx))
    })
    const settled = await Promise.all([writer.write(add('a')), foreign, writer.write(add('b'))].map(outcome))
    expect(settled).toEqual(['a', 'ForeignAwait', 'b'])
    expect(committed()).toEqual(['a', 'b'])
    go()
    await writer.write(add('c'))
    expect(afterwards).toBe('ForeignAwait')
    expect(committed()).toEqual(['a', 'b', 'c'])
  })

  test('no transaction is left for later: a kept handle writes nothing', async () => {
    const { writer, add, committed } = bench()
    let kept: Queries | null = null
    await writer.write(async (tx) => {
      kept = tx
    })
    const late = kept as Queries | null
    expect(late).not.toBeNull()
    if (late) await expect(add('x')(late)).rejects.toBeInstanceOf(ForeignAwait)
    expect(committed()).toEqual([])
  })
})

describe('durability', () => {
  test('every connection runs at synchronous=FULL in WAL, with foreign keys, and says so if it does not', () => {
    const file = join(freshFolder(), 'holdfast.db')
    const db = openDatabase(file, migrationsFolder)
    onTestFinished(() => db.close())
    for (const options of [{}, { readonly: true }]) {
      const connection = connect(file, options)
      expect(connection.pragma('synchronous', { simple: true })).toBe(2)
      expect(connection.pragma('journal_mode', { simple: true })).toBe('wal')
      expect(connection.pragma('foreign_keys', { simple: true })).toBe(1)
      connection.pragma('synchronous = NORMAL')
      expect(() => assertDurable(connection)).toThrow('synchronous=1')
      connection.close()
    }
  })

  test.each([
    ['the database', 'holdfast.db'],
    ['its log', 'holdfast.db-wal'],
  ])('nothing is acknowledged while %s is not the file that was opened', async (_, name) => {
    const folder = freshFolder()
    const db = openDatabase(join(folder, 'holdfast.db'), migrationsFolder)
    onTestFinished(() => db.close())
    const note = (value: string) =>
      db.write((tx) => tx.raw.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', 'x', value))
    await note('first')
    const path = join(folder, name)
    renameSync(path, `${path}.away`)
    const words = `${path} was removed or replaced while Holdfast was using it`
    await expect(note('into nothing')).rejects.toThrow(CommitFailed)
    await expect(note('into nothing')).rejects.toThrow(words)
    copyFileSync(`${path}.away`, path)
    await expect(note('into another')).rejects.toThrow(words)
    renameSync(`${path}.away`, path)
    await note('last')
    const beside = connect(join(folder, 'holdfast.db'), { readonly: true })
    expect(beside.prepare("SELECT value FROM meta WHERE name = 'x'").pluck().get()).toBe('last')
    beside.close()
  })

  test('reads go on while a write is under way, and never see half of it', async () => {
    const db = openDatabase(join(freshFolder(), 'holdfast.db'), migrationsFolder)
    onTestFinished(() => db.close())
    const names = () => db.read.raw.all<{ name: string }>("SELECT name FROM meta WHERE name LIKE 'x%'")
    let during: unknown[] = ['not read']
    await db.write(async (tx) => {
      await tx.raw.run("INSERT INTO meta VALUES ('x1', '')")
      during = await names()
      await tx.raw.run("INSERT INTO meta VALUES ('x2', '')")
    })
    expect(during).toEqual([])
    expect(await names()).toHaveLength(2)
  })
})
