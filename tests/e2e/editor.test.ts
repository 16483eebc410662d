import { expect as see } from 'playwright/test'
import { expect, it } from 'vitest'
import { freshAttempts } from './support/attempts.ts'
import { codeOf, editorOf, expectAllSaved, writeCode } from './support/candidate.ts'
import { draftsOf, newestAttempt } from './support/database.ts'

const { now, database } = freshAttempts()

const wide = { width: 1280, height: 800 }
const narrow = { width: 900, height: 800 }
const pane = (name: string) => now.page.getByRole('group', { name: 'Pane' }).getByRole('button', { name })

it('keeps what was typed when the editor leaves the page and comes back', async () => {
  await writeCode(now.page, '// wide\n')
  await expectAllSaved(now.page)

  // Another width is another arrangement: one pane at a time, then side by side again.
  await now.page.setViewportSize(narrow)
  await pane('Code').click()
  await see.poll(() => codeOf(now.page)).toContain('// wide')
  await editorOf(now.page).click()
  await now.page.keyboard.press('ControlOrMeta+End')
  await now.page.keyboard.insertText('// narrow\n')
  await pane('Statement').click()
  await pane('Code').click()
  await see.poll(() => codeOf(now.page)).toContain('// narrow')
  await now.page.setViewportSize(wide)
  await see.poll(() => codeOf(now.page)).toContain('// narrow')

  await editorOf(now.page).click()
  await now.page.keyboard.press('ControlOrMeta+End')
  await now.page.keyboard.insertText('// wide again\n')
  await expectAllSaved(now.page)
  const db = database()
  const [draft] = draftsOf(db, newestAttempt(db).id)
  expect(draft).toBe('// wide\n// narrow\n// wide again\n')
  db.close()
})
