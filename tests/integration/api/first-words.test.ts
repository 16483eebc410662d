import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, must, openApp, seedOrganization, startDevice, type TestApp } from '../../factories/index.ts'

/** The words of an invitation's page before its scripts run. */

const pages = mkdtempSync(join(tmpdir(), 'holdfast-pages-'))
writeFileSync(
  join(pages, 'candidate.html'),
  '<meta name="csp-nonce" content="__CSP_NONCE__"><div id="root"></div>',
)
let app: TestApp
beforeAll(async () => {
  app = await openApp({ listen: true, pages })
})
afterAll(async () => {
  await app.remove()
  rmSync(pages, { recursive: true, force: true })
})

async function page(token: string) {
  const answer = await app.send(`/candidate/overview/${token}`)
  expect(answer.status).toBe(200)
  const text = await answer.text()
  return { words: /<div id="root">(.*)<\/div>$/s.exec(text)?.[1], headers: answer.headers }
}

async function rename(driveId: number, name: string): Promise<void> {
  await app.ctx.db.write(async (tx) => {
    await tx.raw.run('UPDATE drives SET name = ? WHERE id = ?', name, driveId)
  })
}

test('names the test and who invites, by the invitation’s link and by the test’s own token', async () => {
  const org = await seedOrganization(app.ctx, 'spoken')
  const [ana] = org.candidates
  if (!ana) throw new Error('Nobody was invited')
  const { words, headers } = await page(ana.invitation)
  const data = await must(app.send, 'getDrive', { params: { token: ana.invitation } })
  expect(data.drive.name).toMatch(/\S/)
  expect(words).toContain(`<p>Welcome to</p><h1>${data.drive.name}</h1>`)
  expect(words).toContain(`invited by ${org.name}</p>`)
  expect(headers.get('cache-control')).toBe('private, no-cache')
  expect((await page(ana.token)).words).toBe(words)
})

test('writes a name as text, whatever signs it has', async () => {
  const org = await seedOrganization(app.ctx, 'signs')
  await rename(org.driveId, `<img src=x onerror=alert(1)> & "$&" $' \u2028 __CSP_NONCE__`)
  const { words } = await page(org.candidates[0]?.invitation ?? '')
  expect(words).toContain(
    `<h1>&lt;img src=x onerror=alert(1)&gt; &amp; &quot;$&amp;&quot; $&#39; \u2028 __CSP_NONCE__</h1>`,
  )
})

test('says nothing where the link opens nothing, or no test any more', async () => {
  const org = await seedOrganization(app.ctx, 'silent')
  const [ana, ben] = org.candidates
  expect((await page('nobody')).words).toBe('')
  const device = await startDevice(app, ana)
  expect((await page(ana?.invitation ?? '')).words).toContain('<h1>')
  device.write('finish', '', { reason: 'candidate' })
  await device.sync()
  expect((await page(ana?.invitation ?? '')).words).toBe('')
  await app.ctx.db.write(async (tx) => {
    await tx.raw.run(
      'UPDATE attempts SET link_expires_at = ? WHERE id = ?',
      app.clock.now() - 1,
      ben?.attemptId,
    )
  })
  expect((await page(ben?.invitation ?? '')).words).toBe('')
})

test('a link that opens nothing counts as a failed look-up, and the page comes all the same', async () => {
  for (let i = 0; i < 200; i++) await page(`guess-${i}`)
  const refused = await call(app.send, 'getDrive', { params: { token: 'guess'.padEnd(43, 'g') } })
  expect(refused.status).toBe(429)
  expect((await page('guess-more')).words).toBe('')
})
