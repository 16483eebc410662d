import type { Page } from 'playwright'
import { afterAll, beforeAll, it } from 'vitest'
import { call, must, signIn } from '../../factories/client.ts'
import { openProfile, type Profile } from '../support/browser.ts'
import { beginTest, codeOf, dialog, editorOf, enterFullScreen } from '../support/candidate.ts'
import { see } from '../support/see.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** What an accommodation lifts for one candidate, in that candidate's browser. */

let server: TestServer
let profile: Profile
let page: Page

beforeAll(async () => {
  server = await startTestServer()
  profile = await openProfile()
  page = profile.context.pages()[0] ?? (await profile.context.newPage())
  await profile.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.base })
})
afterAll(async () => {
  await profile.context.close()
  await server.stop()
})

it('lifts full screen, paste, camera and the end for leaving, and gives more time', async () => {
  const send = (path: string, init?: RequestInit) => fetch(server.base + path, init)
  const headers = await signIn(send, server.demo.admin.email, server.demo.admin.password)
  const { drives } = await must(send, 'getOngoingDrives', { headers })
  const driveId = drives[0]?.id ?? 0
  const { candidates } = await must(send, 'getCandidateList', { params: { driveId }, headers })
  const link = server.demo.candidate_links[0] ?? ''
  // The demo's links stand in the order of the list.
  const ref = candidates[0]?.token ?? ''
  const set = await call(send, 'putAccommodation', {
    params: { ref },
    headers,
    body: { time_factor: 2, lifted_rules: ['full_screen', 'paste', 'camera', 'leave', 'blocked_keys'] },
  })
  see(set.status).toBe(200)

  await beginTest(page, link)
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
  await page.evaluate(async () => {
    localStorage.clear()
  })
  const other = await profile.context.newPage()
  await other.goto(server.demo.candidate_links[1] ?? '')
  await beginTest(other, server.demo.candidate_links[1] ?? '')
  await editorOf(other).click()
  await other.keyboard.press('ControlOrMeta+a')
  await other.keyboard.press('ControlOrMeta+v')
  await see(other.getByText('Only your own code from this editor can be pasted here.')).toBeVisible()
  await other.reload()
  await enterFullScreen(other)
})
