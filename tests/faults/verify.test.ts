import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { choiceKey } from '#contract/ops.ts'
import { openApp, startExam } from '../factories/index.ts'

/** The built command as an operator calls it, beside a server that runs. */

const entry = join(fileURLToPath(new URL('../../', import.meta.url)), 'dist/server/main.mjs')

test('verify says that all holds, and with code 1 what does not', async () => {
  const app = await openApp({ listen: true })
  onTestFinished(() => app.remove())
  const { who, org, device } = await startExam(app)
  const [question] = org.questions
  const body = { question_id: question.id, selected_options: question.right }
  device.write('mcq_save', choiceKey(question.id), body)
  await device.sync()
  const verify = () =>
    spawnSync(process.execPath, [entry, 'verify'], {
      encoding: 'utf8',
      env: { ...process.env, HOLDFAST_DATA: app.data, HOLDFAST_LOG: 'silent' },
    })
  const whole = verify()
  expect(whole.stdout).toContain('Checked 1 test with 1 change, 0 receipts and 0 pictures')
  expect(whole.stdout).toMatch(/Everything is intact\.\n$/)
  expect(whole.status).toBe(0)
  await app.ctx.db.write((tx) => tx.raw.run('UPDATE ops SET received_at = received_at - 1'))
  const changed = verify()
  expect(changed.stdout).toContain(`attempt ${who.ref}: the log: times, verdicts or results are not those`)
  expect(changed.stdout).toMatch(/Problems were found\. Put a file [^\n]*\n$/)
  expect(changed.status).toBe(1)
})
