import { mkdirSync } from 'node:fs'
import { signIn } from './support/admin.ts'
import { openProfile } from './support/browser.ts'
import { startTestServer } from './support/server.ts'

const out = '/tmp/shots'
mkdirSync(out, { recursive: true })
const server = await startTestServer()
const shots: [string, (page: import('playwright').Page) => Promise<void>][] = [
  [
    'bank',
    async (p) => {
      await p.goto(server.base + '/problems')
      await p.getByRole('article').first().waitFor()
      await p.getByRole('button', { name: 'Filter by' }).click()
    },
  ],
  [
    'mcq',
    async (p) => {
      await p.goto(server.base + '/problems?tab=mcq')
      await p.getByRole('article').first().waitFor()
    },
  ],
  [
    'templates',
    async (p) => {
      await p.goto(server.base + '/problems?tab=template')
      await p.getByRole('button', { name: 'Add Template' }).click()
      await p.locator('.cm-content').waitFor()
    },
  ],
  [
    'empty',
    async (p) => {
      await p.goto(server.base + '/problems?search=nothinglikeit')
      await p.getByText('Problems Not Found').waitFor()
    },
  ],
  [
    'create',
    async (p) => {
      await p.goto(server.base + '/problem/create')
      await p.getByRole('button', { name: 'Save' }).click()
      await p.getByText('Problem Title is a required field').waitFor()
    },
  ],
  [
    'edit',
    async (p) => {
      await p.goto(server.base + '/admin/problem/3/edit')
      await p.getByLabel('Problem Title').waitFor()
      await p.locator('.cm-content').first().waitFor()
      const run = p.getByRole('button', { name: 'Run on all tests' })
      if (await run.isEnabled()) {
        await run.click()
        await p
          .getByText(/passed/i)
          .first()
          .waitFor({ timeout: 30000 })
      }
    },
  ],
  [
    'editlow',
    async (p) => {
      await p.locator('footer').waitFor()
      await p.getByRole('heading', { name: 'Reference solution' }).scrollIntoViewIfNeeded()
      await p.evaluate(() => document.querySelector('[role=tablist]')?.scrollIntoView())
      await p.waitForTimeout(300)
    },
  ],
  [
    'test',
    async (p) => {
      await p.getByRole('button', { name: 'Add test' }).click()
      await p.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
    },
  ],
  [
    'details',
    async (p) => {
      await p.goto(server.base + '/admin/problem/3/details')
      await p.getByRole('region', { name: 'Test Cases' }).first().waitFor()
    },
  ],
  [
    'try',
    async (p) => {
      await p.getByRole('button', { name: 'Try as a candidate' }).click()
      await p.getByRole('dialog').locator('.cm-content').waitFor()
      await p.getByRole('button', { name: 'Submit' }).click()
      await p.getByText(/test cases passed/).waitFor({ timeout: 30000 })
    },
  ],
]
const only = process.argv[2]?.split(',')
for (const [kind, width, height] of [
  ['wide', 1280, 800],
  ['phone', 390, 844],
] as const)
  for (const dark of [false, true]) {
    const profile = await openProfile({ width, height, dark })
    const page = profile.context.pages()[0] ?? (await profile.context.newPage())
    page.on('pageerror', (e) => console.log('pageerror', e.message))
    page.on('console', (m) => m.type() === 'error' && console.log('console', m.text()))
    if (kind === 'wide') await signIn(page, server)
    else {
      await page.goto(server.base + '/login')
      await page.getByLabel('Email').fill(server.demo.admin.email)
      await page.getByLabel('Password', { exact: true }).fill(server.demo.admin.password)
      await page.getByRole('button', { name: 'Login' }).click()
      await page.waitForURL('**/admin')
    }
    for (const [name, go] of shots) {
      if (only && !only.includes(name)) continue
      try {
        await go(page)
      } catch (e) {
        console.log(kind, dark, name, String(e).slice(0, 300))
      }
      await page.screenshot({ path: `${out}/${name}-${kind}-${dark ? 'dark' : 'light'}.png` })
    }
    await profile.context.close()
  }
await server.stop()
