import type { Locator } from 'playwright'
import { expect, it } from 'vitest'
import { must, type Send, signIn } from '../../factories/client.ts'
import { violationsOf } from '../support/axe.ts'
import { openSignedIn } from '../support/console.ts'
import { see } from '../support/see.ts'

/** The console without its server, on a phone, and with the browser's own menu. */

const { server, profile, page, faults, button } = await openSignedIn()
const SAID = 'The server cannot be reached. What you type is kept on this device.'

it('says so while the server is away, and no longer once it answers', async () => {
  await page.goto(`${server.base}/problem/create`)
  await page.getByLabel('Problem Title').fill('Typed before the cable came out')
  await see(page.getByText(/^Draft kept/)).toBeVisible()
  await profile.context.setOffline(true)
  await see(page.getByText(SAID)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await profile.context.setOffline(false)
  await see(page.getByText(SAID)).toHaveCount(0)
})

it('a killed server is found out by the next call, and found again by itself', async () => {
  await page.goto(`${server.base}/users`)
  await see(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await server.kill()
  await page.getByLabel('Search User').fill('mira')
  await see(page.getByText(SAID)).toBeVisible()
  await server.restart()
  await see(page.getByText(SAID)).toHaveCount(0)
})

const missing = page.getByRole('heading', { name: 'This page could not be loaded' })
const entry = (name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

it('a page whose code has not come leaves the frame, and comes by itself once the server is back', async () => {
  await page.goto(`${server.base}/users`)
  await see(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await server.kill()
  await entry('Institutes').click()
  await see(missing).toBeVisible()
  await see(page.getByText(SAID)).toBeVisible()
  await see(button('Load the page again')).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
  // One part is here already, and one is not.
  await entry('Users').click()
  await see(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await entry('Institutes').click()
  await see(missing).toBeVisible()
  await server.restart()
  await see(page.getByRole('heading', { level: 1, name: /^Institutes/ })).toBeVisible()
  await see(page.getByText(SAID)).toHaveCount(0)
})

it('code that the server has no longer is told of, and the page is loaded again only while it answers', async () => {
  // As after an update: what the open console knows of is gone.
  const gone = /\/FeedbacksPage[^/]*\.js$/
  await page.route(gone, (route) => route.fulfill({ status: 404 }))
  await entry('Feedbacks').click()
  await see(missing).toBeVisible()
  const again = button('Load the page again')
  await see(again).toBeEnabled()
  await server.kill()
  await again.click()
  await see(page.getByText(SAID)).toBeVisible()
  await see(missing).toBeVisible()
  await see(again).toHaveCount(0)
  await page.unroute(gone)
  await server.restart()
  await see(page.getByRole('heading', { level: 1, name: /Feedbacks/ })).toBeVisible()
})

const rightOf = async (part: Locator): Promise<number> => {
  const box = await part.boundingBox()
  return box ? box.x + box.width : Number.POSITIVE_INFINITY
}

const fontOf = (part: Locator): Promise<string> => part.evaluate((field) => getComputedStyle(field).fontSize)

it('the browser’s own menu stays away', async () => {
  await page.goto(`${server.base}/users`)
  await see(page.getByRole('table', { name: 'Users' })).toBeVisible()
  const isLeft = await page
    .getByRole('table', { name: 'Users' })
    .evaluate((table) =>
      table.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
    )
  expect(isLeft).toBe(false)
})

it('a tile tells its dates in one line and its numbers beside each other, however narrow it is', async () => {
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  for (const width of [1024, 1279, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`${server.base}/admin`)
    const tile = page.getByRole('region', { name: 'Completed' }).getByRole('article').first()
    await see(tile).toBeVisible()
    const { lines, outside, overlaps } = await tile.evaluate((card) => {
      const wordsOf = (tag: string) =>
        [...card.querySelectorAll(tag)].map((part) => {
          const range = document.createRange()
          range.selectNodeContents(part)
          return range.getBoundingClientRect()
        })
      const times = wordsOf('time')
      const names = wordsOf('dt')
      const { right } = card.getBoundingClientRect()
      return {
        lines: new Set(times.map(({ bottom }) => Math.round(bottom))).size,
        outside: [...times, ...names].filter((box) => box.right > right).length,
        overlaps: names.filter((one) =>
          names.some(
            (other) =>
              Math.abs(other.top - one.top) < 8 && other.left > one.left && other.left < one.right + 4,
          ),
        ).length,
      }
    })
    expect({ width, lines, outside, overlaps }).toEqual({ width, lines: 1, outside: 0, overlaps: 0 })
  }
  await page.setViewportSize(size)
})

it('a new drive’s form fits the page, however narrow it is', async () => {
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  for (const width of [390, 768, 820, 900, 1280]) {
    await page.setViewportSize({ width, height: 1024 })
    await page.goto(`${server.base}/drive/create`)
    await button('Advanced').click()
    const edge = width - (width < 768 ? 16 : 24)
    for (const field of [
      page.getByLabel('Title'),
      page.getByRole('combobox', { name: 'Contacts' }),
      page.getByLabel('End Date: time'),
      page.getByLabel('Longest offline time that can count, in minutes'),
    ]) {
      await see(field).toBeVisible()
      expect(await rightOf(field), `${width}`).toBeLessThanOrEqual(edge)
    }
  }
  await page.setViewportSize(size)
})

it('an address and what a drive is about are there as a whole', async () => {
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  const cut = (parts: Locator): Promise<number> =>
    parts.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)
  await page.goto(`${server.base}/admin`)
  const about = page.getByText(/ · Coding and MCQ$/)
  await see(about.first()).toBeVisible()
  expect(await cut(about)).toBe(0)
  await page.setViewportSize({ width: 768, height: 1024 })
  for (const path of ['users', 'admin/drive/1/candidates']) {
    await page.goto(`${server.base}/${path}`)
    const addresses = page.getByRole('cell').filter({ hasText: /^\S+@\S+$/ })
    await see(addresses.first()).toBeVisible()
    expect(await cut(addresses), path).toBe(0)
  }
  // Such as the fingerprint of a key.
  const name = '0123456789abcdef'.repeat(4)
  const send: Send = (path, init) => fetch(server.base + path, init)
  const headers = await signIn(send, server.demo.admin.email, server.demo.admin.password)
  await must(send, 'postInstitute', { headers, body: { name } })
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`${server.base}/audit_log`)
    const change = page.getByRole('cell').locator('ins').filter({ hasText: name })
    await see(change).toBeVisible()
    expect(await rightOf(change), `${width}`).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize(size)
})

it('on a phone status and actions of a list are in sight, and nothing is pushed sideways', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.base}/admin`)
  await page.getByRole('link', { name: 'Candidates' }).first().click()
  const actions = page.getByRole('button', { name: /^Actions for/ }).first()
  await see(actions).toBeVisible()
  for (const path of [
    '',
    'users',
    'audit_log',
    'problem/create',
    'assessment/create',
    'admin/drive/1/details',
  ]) {
    if (path) await page.goto(`${server.base}/${path}`)
    await see(page.getByRole('heading', { level: 1 })).toBeVisible()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, path).toBeLessThanOrEqual(390)
  }
  const absent = page.getByText('Absent', { exact: true })
  await see(absent).toBeVisible()
  expect(await rightOf(absent)).toBeLessThanOrEqual(390)
  await page.goto(`${server.base}/admin/drive/1/edit`)
  // Fields of one form are of one height, and their texts of one size.
  const contacts = page.getByRole('combobox', { name: 'Contacts' })
  await see(contacts).toBeVisible()
  expect((await contacts.boundingBox())?.height).toBe(
    (await page.getByLabel('Institute').boundingBox())?.height,
  )
  expect(await fontOf(page.getByLabel('Description'))).toBe(await fontOf(page.getByLabel('Title')))
  await button('Next').click()
  const search = button('Search and filter the problems')
  await see(search).toBeVisible()
  expect(await rightOf(search)).toBeLessThanOrEqual(390)
  // Both kinds, and what an item takes and gives, without scrolling sideways.
  for (const part of [
    page.getByRole('tab', { name: /Add Coding Problem to Drive/ }).getByText(/Selected/),
    page.getByRole('tab', { name: /Add MCQs to Drive/ }).getByText(/Selected/),
    page
      .getByRole('row')
      .getByText(/ · .* · \d+ marks?$/)
      .first(),
  ]) {
    await see(part).toBeVisible()
    expect(await rightOf(part)).toBeLessThanOrEqual(390)
  }
  expect(faults).toEqual([])
})
