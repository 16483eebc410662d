import type { TestApp } from './app.ts'
import { must } from './client.ts'
import { startDevice } from './device.ts'
import type { Subject } from './inputs.ts'
import type { Organization } from './organization.ts'
import { rescueFileOf } from './rescueFile.ts'

/** A candidate in the middle of the test, with a run and a submission made: everything a call can name. */
export async function subjectOf(app: TestApp, org: Organization, place = 0): Promise<Subject> {
  const who = org.candidates[place]
  if (!who) throw new Error('Invite more candidates')
  const device = await startDevice(app, who)
  const problem_id = org.problems[0].id
  device.write('submit', `code:${problem_id}:1`, { problem_id, language_id: 1, source_code: 'x' })
  const { results } = await device.sync()
  const [result] = results
  const run = await must(app.send, 'postExecution', {
    token: who.token,
    body: { language_id: 1, source_code: 'x', stdin: '' },
  })
  return {
    org,
    who,
    device,
    runToken: run.token,
    rescueFile: rescueFileOf(app.ctx.keys.rescueKey, who.ref, device.ops),
    submissionId: (result?.result !== 'rejected' && result?.submission_id) || 0,
  }
}
