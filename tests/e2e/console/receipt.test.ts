import { expect, it } from 'vitest'
import { sha256 } from '#api/kit/keys.ts'
import { receiptCode } from '#contract/receipt.ts'
import { must } from '../../factories/client.ts'
import { Device, fillIn } from '../../factories/device.ts'
import { violationsOf } from '../support/axe.ts'
import { openConsole } from '../support/console.ts'
import { newestAttempt, openServerDatabase } from '../support/database.ts'
import { see } from '../support/see.ts'

/** The page that tells anybody what a receipt proves. */

const { server, page, faults, button, field, said } = await openConsole()
const send = (path: string, init?: RequestInit) => fetch(server.base + path, init)

it('what is no receipt takes away what was found of the one before', async () => {
  const invitation = (server.demo.candidate_links[0] ?? '').split('/').at(-1) ?? ''
  const { candidate_id } = await must(send, 'getDrive', { params: { token: invitation } })
  const token = await fillIn(send, { invitation, candidateId: candidate_id })
  const { receipt } = await new Device(send, token, Date.now).start()
  const db = openServerDatabase(server.data)
  const { ref } = newestAttempt(db)
  db.close()
  await page.goto(`${server.base}/candidate/receipt`)
  const found = page.getByRole('region', { name: /^This receipt is genuine/ })
  const check = async () => {
    await field('Receipt code').fill(receiptCode(sha256, ref, receipt))
    await button('Check').click()
    await see(found).toBeVisible()
  }
  await check()
  await see(found).toContainText(
    /This server confirmed on \d\d-\d\d-\d{4}, \d{1,2}:\d\d [AP]M, your time, that it had the start of the test\./,
  )
  await field('Or choose the file you saved').setInputFiles({
    name: 'notes.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{}'),
  })
  await said(/^This file is not a receipt/)
  await see(found).toHaveCount(0)
  // The file that is spoken of is named, and no code stands beside it.
  await see(field('Or choose the file you saved')).toHaveValue(/notes\.json$/)
  await see(field('Receipt code')).toHaveValue('')
  // The words about the file go with the next check, and the other way round.
  await check()
  await see(page.getByText(/^This file is not a receipt/)).toHaveCount(0)
  await see(field('Or choose the file you saved')).toHaveValue('')
  await field('Receipt code').fill('ABCD')
  await button('Check').click()
  await see(page.getByText('Enter the twelve letters and digits, like ABCD-EFGH-2345.')).toBeVisible()
  await see(found).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
  // The link of the end page asks for the check by itself.
  await page.goto(`${server.base}/candidate/receipt?code=${receiptCode(sha256, ref, receipt)}`)
  await see(found).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  expect(faults).toEqual([])
})
