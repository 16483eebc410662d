import {
  bearer,
  Device,
  fillIn,
  must,
  type Organization,
  type TestApp,
  waitFor,
} from '../../factories/index.ts'

/** Candidates at work, and a bank that staff changes meanwhile. */

export type Headers = Record<string, string>

export async function begin(app: TestApp, org: Organization, index: number): Promise<Device> {
  const who = org.candidates[index]
  if (!who) throw new Error('nobody')
  const device = new Device(app.send, await fillIn(app.send, who), app.clock.now)
  await device.start()
  return device
}

/** Submits and waits until everything that was submitted is judged. */
export async function submit(
  app: TestApp,
  device: Device,
  problemId: number,
  source_code: string,
): Promise<void> {
  device.write('submit', `code:${problemId}:1`, { problem_id: problemId, language_id: 1, source_code })
  await device.sync()
  await waitFor('the verdict', async () => {
    const open = await app.rows("SELECT 1 FROM submissions WHERE status <> 'accepted'")
    return open.length === 0
  })
}

export const end = async (device: Device) => {
  device.write('finish', 'finish', { reason: 'candidate' })
  await device.sync()
}

export const titles = async (app: TestApp, org: Organization, index: number): Promise<string[]> => {
  const who = org.candidates[index]
  const problems = await must(app.send, 'getDriveProblems', {
    params: { id: org.driveId },
    headers: bearer(who?.token ?? ''),
  })
  return problems.map((problem) => problem.title).toSorted()
}

export const scoreOf = async (app: TestApp, index: number, org: Organization) =>
  (
    await app.rows<{ score: number | null }>(
      'SELECT score FROM attempts WHERE id = ?',
      org.candidates[index]?.attemptId ?? 0,
    )
  )[0]?.score

/** The first hidden test of the first problem expects something else from now on; answers its marks. */
export async function spoil(
  app: TestApp,
  org: Organization,
  headers: Headers,
  output: string,
): Promise<number> {
  const { test_cases } = await must(app.send, 'getTestCases', {
    params: { id: org.problems[0].id },
    headers,
  })
  const hidden = test_cases.find((one) => !one.is_sample)
  await must(app.send, 'putTestCase', { params: { id: hidden?.id ?? 0 }, body: { output }, headers })
  return hidden?.marks ?? 0
}
