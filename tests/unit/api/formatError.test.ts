import { describe, expect, test } from 'vitest'
import { formatError, formatErrorLine } from '#api/kit/formatError.ts'

/** The log tells what failed, and nothing of what was in it. */

/** As drizzle throws it: the message holds every value of the statement. */
function failedStatement() {
  const cause = new Error('UNIQUE constraint failed: users.email_key')
  const query = 'insert into "users" ("email", "password_hash") values (?, ?)'
  const params = ['ana@people.example', '$argon2id$v=19$secret']
  return Object.assign(new Error(`Failed query: ${query}\nparams: ${params.join(',')}`, { cause }), {
    query,
    params,
  })
}

describe('a failed statement', () => {
  test('is told with its cause and its text, without its values', () => {
    const told = formatError(failedStatement())
    expect(told).toContain('UNIQUE constraint failed: users.email_key in insert into "users"')
    expect(told).toMatch(/\n\s+at /)
    for (const secret of ['ana@people.example', 'argon2id']) expect(told).not.toContain(secret)
    expect(formatErrorLine(failedStatement())).not.toContain('ana@')
  })

  test('of thousands of values takes a line, not a page', () => {
    const query = `insert into "mails" values ${'(?, ?), '.repeat(5_000)}`
    const fault = Object.assign(new Error(query), { query, params: [] })
    expect(formatErrorLine(fault).length).toBeLessThanOrEqual(500)
  })
})

test('any other fault is told in one line', () => {
  expect(formatErrorLine(new TypeError('x is\n  not a function'))).toBe('TypeError: x is not a function')
  expect(formatErrorLine('a word')).toBe('a word')
})
