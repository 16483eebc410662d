import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { firstPage } from '../support/attempts.ts'
import { beginTest, codeOf, expectAllSaved, setOffline, writeCode } from '../support/candidate.ts'
import { openProfile, type Profile } from '../support/profile.ts'
import { see } from '../support/see.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** A support chat is somebody else's program: this one tries all it can. */

let chat: Server
let server: TestServer
let profile: Profile
/** The chat's words to its own server. */
const told: string[] = []
let referrer: string | undefined = 'never asked'

const attacks = `
  const outcomes = []
  const attempt = (name, act) => {
    try { outcomes.push(name + ': ' + String(act())) } catch { outcomes.push(name + ': refused') }
  }
  attempt('document', () => parent.document.body.innerText)
  attempt('storage', () => parent.localStorage.length)
  attempt('address', () => parent.location.href)
  attempt('navigation', () => { top.location.href = '/stolen' })
  attempt('window', () => open('/window'))
  attempt('dialog', () => alert('Your test is over'))
  attempt('referrer', () => document.referrer || 'none')
  parent.postMessage({ type: 'finish', reason: 'I say so' }, '*')
  fetch('/told', { method: 'POST', body: outcomes.join('; ') })
`

beforeAll(async () => {
  chat = createServer((request, response) => {
    if (request.url === '/chat') {
      referrer = request.headers.referer
      response.setHeader('content-type', 'text/html')
      response.end(`<label>Message <input></label><script>${attacks}</script>`)
      return
    }
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      told.push(`${request.url} ${body}`)
      response.end('thanks')
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => chat.once('listening', resolve))
  const url = `http://127.0.0.1:${(chat.address() as AddressInfo).port}/chat`
  server = await startTestServer({ env: { SUPPORT_CHAT_URL: url } })
  profile = await openProfile()
})
afterAll(async () => {
  await profile.context.close()
  await server.stop()
  chat.close()
})

it('a hostile chat learns nothing, leads nowhere, and typing in it is no leaving of the test', async () => {
  const page = await firstPage(profile)
  await beginTest(page, server.demo.candidate_links[0] ?? '')
  await writeCode(page, 'console.log("mine")')
  // Nothing is loaded before it is asked for.
  expect(referrer).toBe('never asked')
  await page.getByRole('button', { name: 'Support chat' }).click()
  const frame = page.frameLocator('iframe[title="Support chat"]')
  await frame.getByLabel('Message').fill('Where do I find the samples?')
  await see.poll(() => told).toHaveLength(1)
  expect(told[0]).toMatch(
    /^\/told document: refused; storage: refused; address: refused; navigation: refused; /,
  )
  expect(told[0]).toMatch(/window: (null|refused); dialog: undefined; referrer: none$/)
  expect(referrer).toBeUndefined()

  // The test goes on, and counts nothing.
  expect(page.url()).toMatch(/\/candidate\/ide$/)
  expect(profile.context.pages()).toHaveLength(1)
  await page.getByRole('button', { name: 'Close the chat' }).click()
  expect(await codeOf(page)).toBe('console.log("mine")')
  await expectAllSaved(page)
  await see(page.getByRole('alert').filter({ hasText: /left/ })).toHaveCount(0)

  // Without a network there is no chat, and nothing to click in vain.
  await setOffline(page, true)
  await writeCode(page, 'console.log("mine, offline")')
  await see(page.getByRole('button', { name: 'Support chat' })).toBeDisabled({ timeout: 60_000 })
})
