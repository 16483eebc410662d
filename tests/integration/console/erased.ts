import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eraseCommand } from '#api/commands/erase.ts'
import { restoreCommand } from '#api/commands/restore.ts'
import { type Config, readConfig } from '#api/config.ts'
import { connect } from '#db/connect.ts'
import type { TestApp } from '../../factories/index.ts'

/** The commands that erase and bring back, in this process, and where somebody can still be read. */

export const settingsOf = (data: string, more: Record<string, string> = {}): Config =>
  readConfig({ HOLDFAST_DATA: data, HOLDFAST_LOG: 'silent', ...more })

export const restore = (from: string, data: string, values: Record<string, unknown> = {}) =>
  restoreCommand.run({ config: settingsOf(data), values, positionals: [from], progress: () => {} })

/** The same, with something that happens once it has come so far. */
export const restoreMeanwhile = (
  from: string,
  data: string,
  at: string,
  happens: () => void,
  values: Record<string, unknown> = {},
) =>
  restoreCommand.run({
    config: settingsOf(data),
    values,
    positionals: [from],
    progress: (line) => {
      if (line === at) happens()
    },
  })

export const eraseAt = (config: Config, email: string, yes = true) =>
  eraseCommand.run({ config, values: { yes }, positionals: [email], progress: () => {} })

export function emailsIn(data: string): unknown[] {
  const db = connect(join(data, 'holdfast.db'), { readonly: true })
  try {
    return db.prepare('SELECT email FROM candidates ORDER BY id').pluck().all()
  } finally {
    db.close()
  }
}

/** The files below a folder in which one of these texts stands, whatever its letters' case. */
export function filesWith(folder: string, texts: readonly string[]): string[] {
  const needles = texts.map((text) => text.toLowerCase())
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const text = readFileSync(path).toString('latin1').toLowerCase()
      return needles.some((needle) => text.includes(needle))
    })
}

/** Lets one of the next writes of an app fail, as on a full disk. @returns lets all of them succeed again */
export function failWrite(app: TestApp, which: number): () => void {
  const { write } = app.ctx.db
  let writes = 0
  Object.assign(app.ctx.db, {
    write: (job: Parameters<typeof write>[0]) =>
      ++writes === which ? Promise.reject(new Error('SQLITE_FULL: disk is full')) : write(job),
  })
  return () => void Object.assign(app.ctx.db, { write })
}
