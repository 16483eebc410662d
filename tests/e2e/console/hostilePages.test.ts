import { expect, it } from 'vitest'
import { signIn } from '../support/admin.ts'
import { openConsole } from '../support/console.ts'
import { openServerDatabase } from '../support/database.ts'
import {
  addRecords,
  adminPages,
  listen,
  payloads,
  spoilPeople,
  spoilTests,
  stateOf,
} from '../support/hostile.ts'
import { see } from '../support/see.ts'

/**
 * Each page of an admin once, with records that hold hostile texts: in one document, so that what runs late is found
 * too. Parts that open within a page, and the pages of others, are tried by `hostileTexts` in the long run.
 */

const { server, page } = await openConsole()

/** As a link of the page does, without loading it anew. */
const go = (path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

const calm = { ran: false, made: 0 }

async function expectCalm(pages: [path: string, shown: string | RegExp][]): Promise<void> {
  for (const [path, shown] of pages) {
    // By way of a page that shows none of it: what the page before showed is no sign of this one.
    await go('/admin/support')
    await see(page.getByText('Welcome to Support Center'), path).toBeVisible()
    await go(path)
    await see(page.getByText('Welcome to Support Center'), path).toHaveCount(0)
    await see(page.getByText(shown).first(), path).toBeAttached()
    expect(await stateOf(page), path).toEqual(calm)
  }
}

it('each page shows hostile texts as they are, and runs nothing of them', async () => {
  const records = await addRecords(server)
  const db = openServerDatabase(server.data)
  const attempt = spoilTests(db)
  const { drive_id, candidate_id } = spoilPeople(db)
  db.close()
  const ran = listen(page)
  await signIn(page, server)
  await expectCalm([
    ...adminPages(records),
    [`/drive/create?copy=${records.driveId}`, 'Add New Drive'],
    [`/assessment/create?copy=${records.assessmentId}`, 'Create Assessment'],
    ['/problem/create', 'Add New Problem'],
    ['/question/create', 'Question Description'],
    [`/admin/drive/${records.driveId}/candidates/invite`, payloads[1] ?? ''],
    [`/admin/drive/${records.driveId}/rejudge`, payloads[1] ?? ''],
    [`/admin/drive/${records.driveId}/late_work`, payloads[1] ?? ''],
    [`/admin/assessment/${records.assessmentId}/rejudge`, payloads[1] ?? ''],
    [`/admin/assessment/${records.assessmentId}/late_work`, payloads[1] ?? ''],
    ['/feedbacks', /<img src=x/],
    [`/admin/drive/${drive_id}/candidates`, /<img src=x/],
    [`/admin/drive/${drive_id}/result`, /<img src=x/],
    [`/drive/${drive_id}/candidate/${candidate_id}/snapshots`, 'Nothing to show'],
    [`/admin/drive/${attempt.drive_id}/candidate/${attempt.ref}/report`, '{{constructor.constructor'],
  ])
  expect(ran).toEqual([])
})
