import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mountPages } from '#api/static.ts'
import { dropAssets, keepAssets } from '../../../scripts/lib/formerAssets.mjs'

/** Pages that were opened before an update ask for files that the new build no longer has. */

const DAY = 86_400_000
const NOW = Date.UTC(2026, 0, 31)
let root: string
let pages: string
let former: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'holdfast-former-'))
  pages = join(root, 'pages')
  former = join(root, 'former')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A build, as the real one goes: what stood there is put aside, then the folder is made anew. */
function build(files: Record<string, string>, now = NOW): void {
  keepAssets(pages, former, now)
  rmSync(pages, { recursive: true, force: true })
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(pages, name)), { recursive: true })
    writeFileSync(join(pages, name), text)
  }
  dropAssets(pages, former, now)
}

const one = {
  'candidate.html': 'one',
  'assets/candidate/test-1.js': 'first',
  'assets/candidate/same.js': 's',
}
const two = {
  'candidate.html': 'two',
  'assets/candidate/test-2.js': 'second',
  'assets/candidate/same.js': 's',
}

async function ask(path: string): Promise<{ status: number; text: string; headers: Headers }> {
  const app = new Hono()
  mountPages(app, pages, null, async () => '')
  const response = await app.request(path)
  return { status: response.status, text: await response.text(), headers: response.headers }
}

describe('files of a build that was replaced', () => {
  it('are served as before, beside those of the new one', async () => {
    build(one)
    build(two)
    const old = await ask('/assets/candidate/test-1.js')
    expect(old).toMatchObject({ status: 200, text: 'first' })
    expect(old.headers.get('content-type')).toContain('text/javascript')
    expect(old.headers.get('cache-control')).toContain('immutable')
    expect(await ask('/assets/candidate/test-2.js')).toMatchObject({ status: 200, text: 'second' })
    expect(await ask('/candidate/ide')).toMatchObject({ text: 'two' })
    expect((await ask('/assets/candidate/test-3.js')).status).toBe(404)
  })

  it('stay for 30 days after they were replaced, however long they were served before', () => {
    build(one, NOW - 400 * DAY)
    build(two)
    build({ 'assets/candidate/test-3.js': 'third' }, NOW + 30 * DAY)
    expect(existsSync(join(former, 'assets/candidate/test-1.js'))).toBe(true)
    expect(existsSync(join(former, 'assets/candidate/test-2.js'))).toBe(true)
    build({ 'assets/candidate/test-4.js': 'fourth' }, NOW + 30 * DAY + 1_000)
    expect(existsSync(join(former, 'assets/candidate/test-1.js'))).toBe(false)
    expect(existsSync(join(former, 'assets/candidate/test-2.js'))).toBe(true)
  })

  it('are not kept twice where the new build has them too, and pages themselves are not kept', () => {
    build(one)
    build(two)
    expect(existsSync(join(former, 'assets/candidate/same.js'))).toBe(false)
    expect(existsSync(join(former, 'candidate.html'))).toBe(false)
  })

  it('are whole on both sides after a build that failed', () => {
    build(one)
    keepAssets(pages, former, NOW)
    expect(readFileSync(join(pages, 'assets/candidate/test-1.js'), 'utf8')).toBe('first')
    build(two)
    expect(readFileSync(join(former, 'assets/candidate/test-1.js'), 'utf8')).toBe('first')
  })
})
