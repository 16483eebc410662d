import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must, signIn } from '../../factories/client.ts'
import {
  beginTest,
  codeOf,
  dialog,
  editorOf,
  enterFullScreen,
  expectAllSaved,
  keepsKey,
  leaveTest,
  writeCode,
} from '../support/candidate.ts'
import { newestAttempt, openServerDatabase } from '../support/database.ts'
import { openProfile, type Profile } from '../support/profile.ts'
import { see } from '../support/see.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** The rules an accommodation lifts for one candidate, in that candidate's browser. */

let server: TestServer
let profile: Profile
let page: Page
let headers: Record<string, string>

const send = (path: string, init?: RequestInit) => fetch(server.base + path, init)
const everyRule = ['full_screen', 'paste', 'camera', 'leave', 'blocked_keys'] as const
type Rule = (typeof everyRule)[number]
const lift = (ref: string, rules: readonly Rule[], time_factor = 1) =>
  must(send, 'putAccommodation', {
    params: { ref },
    headers,
    body: { time_factor, lifted_rules: [...rules] },
  })

beforeAll(async () => {
  server = await startTestServer()
  headers = await signIn(send, server.demo.admin.email, server.demo.admin.password)
  profile = await openProfile({ isWindow: true })
  page = profile.context.pages()[0] ?? (await profile.context.newPage())
  await profile.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.base })
})
afterAll(async () => {
  await profile.context.close()
  await server.stop()
})

it('lifts full screen, paste, camera and the end for leaving, and gives more time', async () => {
  const { drives } = await must(send, 'getOngoingDrives', { headers })
  const driveId = drives[0]?.id ?? 0
  const { candidates } = await must(send, 'getCandidateList', { params: { driveId }, headers })
  // The demo's links stand in the order of the list.
  await lift(candidates[0]?.token ?? '', everyRule, 2)

  await beginTest(page, server.demo.candidate_links[0] ?? '')
  await page.evaluate(() => document.exitFullscreen().catch(() => undefined))
  await see(dialog(page)).toHaveCount(0)
  await see(page.getByRole('timer')).toContainText(/^0?2/)
  await editorOf(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.evaluate(() => navigator.clipboard.writeText('pasted = "from outside"'))
  await page.keyboard.press('ControlOrMeta+v')
  await see.poll(() => codeOf(page)).toBe('pasted = "from outside"')
  await page.reload()
  await see(editorOf(page)).toBeVisible()
  await see(page.getByRole('button', { name: 'Enter Full Screen' })).toHaveCount(0)
})

it('without one full screen is asked for again after a reload, and nothing comes in from outside', async () => {
  const other = await profile.context.newPage()
  await page.close()
  await other.goto(server.demo.candidate_links[1] ?? '')
  await other.evaluate(() => localStorage.clear())
  await beginTest(other, server.demo.candidate_links[1] ?? '')
  await editorOf(other).click()
  await other.keyboard.press('ControlOrMeta+a')
  await other.keyboard.press('ControlOrMeta+v')
  await see(other.getByText('Only your own code from this editor can be pasted here.')).toBeVisible()
  await other.reload()
  await enterFullScreen(other)
})

describe('in one running test', () => {
  let test: Page
  let db: ReturnType<typeof openServerDatabase>
  beforeAll(async () => {
    test = await profile.context.newPage()
    db = openServerDatabase(server.data)
    await beginTest(test, server.demo.candidate_links[2] ?? '')
  })
  afterAll(() => db.close())

  /** Gives these rules and waits until the page has read of it. */
  async function liftNow(...rules: Rule[]): Promise<void> {
    await lift(newestAttempt(db).ref, rules)
    await test.getByRole('status').getByRole('button', { name: 'Understood' }).click()
  }
  const outside = (text: string) => test.evaluate((words) => navigator.clipboard.writeText(words), text)
  const onClipboard = () => test.evaluate(() => navigator.clipboard.readText())
  const attempts = () =>
    db
      .prepare(
        "SELECT CAST(body AS TEXT) FROM ops WHERE type = 'copy_attempt' AND attempt_id = ? ORDER BY seq",
      )
      .pluck()
      .all(newestAttempt(db).id)
      .map((body) => JSON.parse(String(body)).why)

  it('the editor’s search is no way in or out for the clipboard, says so and notes it, until that is lifted', async () => {
    await writeCode(test, 'const kept = 1')
    await outside('foreign')
    // By its button as by its key.
    await test.getByRole('button', { name: 'Search in the code' }).click()
    const find = test.getByRole('textbox', { name: 'Find' })
    const replace = test.getByRole('textbox', { name: 'Replace' })
    await see(find).toBeFocused()
    await find.fill('kept')
    await replace.click()
    await test.keyboard.press('ControlOrMeta+v')
    await see(test.getByText('Copy, cut and paste are off in this field.')).toBeVisible()
    await find.selectText()
    await test.keyboard.press('ControlOrMeta+c')
    await test.keyboard.press('ControlOrMeta+x')
    const isTaken = await replace.evaluate((field) =>
      field.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true })),
    )
    expect(isTaken).toBe(false)
    await see(find).toHaveValue('kept')
    await see(replace).toHaveValue('')
    expect(await onClipboard()).toBe('foreign')
    await expectAllSaved(test)
    expect(attempts()).toEqual(['paste', 'copy', 'cut', 'drop'])

    await liftNow('paste')
    await editorOf(test).click()
    await test.keyboard.press('ControlOrMeta+f')
    await find.fill('kept')
    await replace.click()
    await test.keyboard.press('ControlOrMeta+v')
    await see(replace).toHaveValue('foreign')
    await test.getByRole('button', { name: 'replace all' }).click()
    await see.poll(() => codeOf(test)).toBe('const foreign = 1')
    await replace.press('Escape')
    await see(replace).toHaveCount(0)
  })

  /** The rules the page holds its candidate to. */
  async function held(): Promise<Rule[]> {
    const rules: Rule[] = []
    if ((await test.getByLabel('Your camera').count()) > 0) rules.push('camera')
    await test.getByRole('region', { name: 'Statement' }).getByRole('article').click()
    if (await keepsKey(test, 'F7')) throw new Error('a key that nobody blocks')
    if (await keepsKey(test, 'F5')) rules.push('blocked_keys')
    await test.getByRole('button', { name: 'Add Custom Input' }).click()
    const input = test.getByLabel('Enter Input')
    await input.fill('')
    await outside('from outside')
    await test.keyboard.press('ControlOrMeta+v')
    if ((await input.inputValue()) === '') rules.push('paste')
    await test.evaluate(async () => {
      await document.exitFullscreen()
      // Drawn, where it draws anything.
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    })
    if (await test.evaluate(() => document.querySelector('.test')?.hasAttribute('inert'))) {
      rules.push('full_screen')
      await enterFullScreen(test)
    } else await test.evaluate(() => document.documentElement.requestFullscreen())
    return rules
  }
  it.each(['full_screen', 'paste', 'camera', 'blocked_keys'] as const)('%s alone is lifted', async (rule) => {
    await liftNow('leave', rule)
    const others = ['camera', 'blocked_keys', 'paste', 'full_screen'].filter((other) => other !== rule)
    expect(await held()).toEqual(others)
  })

  it('leave alone is lifted: what is left is counted, and ends nothing', async () => {
    await liftNow('leave')
    expect(await held()).toEqual(['camera', 'blocked_keys', 'paste', 'full_screen'])
    const { comeBack } = await leaveTest(test)
    await see.poll(() => newestAttempt(db).strikes).toBe(1)
    await comeBack()
    await see(editorOf(test)).toBeVisible()
    expect(newestAttempt(db).end_reason).toBeNull()
  })
})
