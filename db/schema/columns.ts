import { integer, text } from 'drizzle-orm/sqlite-core'

/**
 * The column kit: every table is built from these, so that one place knows how SQLite stores a fact
 * and a second dialect needs only a second kit.
 */
export const key = () => integer('id').primaryKey({ autoIncrement: true })
/** Milliseconds since 1970, UTC. */
export const time = (name: string) => integer(name)
export const boolColumn = (name: string) => integer(name, { mode: 'boolean' })
export const json = <T>(name: string) => text(name, { mode: 'json' }).$type<T>()
export const count = (name: string) => integer(name).notNull().default(0)
