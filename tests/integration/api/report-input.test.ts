import { expect, test } from 'vitest'
import { codeKey } from '#contract/ops.ts'
import { call, must, startDevice } from '../../factories/index.ts'
import { openSeeded } from '../forFile.ts'

/** Entries that a device may write into its log must not harm whoever reads the report. */

const { app, org, headers: session } = await openSeeded('report', { candidates: 4 })

test('rejected signals, with bodies of any form, leave the report readable and are none', async () => {
  const [who] = org.candidates
  const device = await startDevice(app, who)
  const bodies = [
    null,
    [],
    'x',
    1,
    { ms: 'long' },
    { ms: null },
    { counted: 'yes' },
    { ms: -5 },
    { ms: 1e300 },
  ]
  for (const body of bodies) {
    device.write('focus_lost', '', body)
    device.write('camera_lost', '', body)
    device.write('offline', '', body)
  }
  device.write('focus_lost', '', { ms: 1_500, counted: true })
  const spoiled = device.write('focus_returned', '', {})
  await device.sync([...device.ops.slice(0, -1), { ...spoiled, body: '{"ms":' }])
  const report = await must(app.send, 'getReport', { params: { token: who?.ref ?? '' }, headers: session })
  expect(report.signals).toEqual([
    {
      type: 'focus_lost',
      at: new Date(app.clock.now()).toISOString(),
      ms: 1_500,
      counted: true,
      device: null,
    },
  ])
  expect(report.connection.offline).toEqual([])
})

test('markup, formulas and control signs come out as they went in, as JSON text', async () => {
  const who = org.candidates[1]
  const device = await startDevice(app, who)
  const nasty = `</script><img src=x onerror=alert(1)>\u2028\u202e=HYPERLINK("x")`
  device.write('fraud_report', '', { reason: nasty.slice(0, 500) })
  device.write('draft', codeKey(org.problems[0].id, 1), {
    problem_id: org.problems[0].id,
    language_id: 1,
    answer: nasty,
  })
  device.write('finish', '', { reason: 'candidate' })
  await device.sync()
  const answer = await call(app.send, 'getReport', { params: { token: who?.ref ?? '' }, headers: session })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.json).toMatchObject({
    data: { problems_details: expect.arrayContaining([expect.objectContaining({ answer: nasty })]) },
  })
})
