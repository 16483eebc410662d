import { findOrganization } from '#db/queries/accounts.ts'
import { listAuditOf } from '#db/queries/audit.ts'
import { findCandidate } from '#db/queries/candidates.ts'
import * as data from '#db/queries/personData.ts'
import type { Context } from '../../context.ts'
import { iso } from '../../kit/iso.ts'
import { type ZipFile, zipped } from '../../kit/zip.ts'
import { attemptFiles } from '../evidence/attemptFiles.ts'

/**
 * All that is kept of one person as a ZIP: docs/candidate-data.md says what each file holds. It is written as it is read.
 */

type Row = Record<string, unknown>

/** The same with each time as ISO 8601 in UTC. */
const told = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith('_at') && typeof value === 'number' ? iso(value) : value,
    ]),
  )

const json = (path: string, value: unknown): ZipFile => ({
  path,
  content: [Buffer.from(`${JSON.stringify(value, null, 1)}\n`)],
})

/**
 * @param people the candidate of each organization that invited the person
 * @param onTest called behind each test, with how many are written
 */
export async function* personArchive(
  ctx: Context,
  people: readonly { id: number; organization_id: number }[],
  onTest: (written: number) => void = () => {},
): AsyncGenerator<Buffer> {
  yield* zipped(filesOf(ctx, people, onTest), ctx.now())
}

async function* filesOf(
  ctx: Context,
  people: readonly { id: number; organization_id: number }[],
  onTest: (written: number) => void,
): AsyncGenerator<ZipFile> {
  const q = ctx.db.read
  let written = 0
  yield { path: 'README.txt', content: [Buffer.from(readme)] }
  for (const { id, organization_id } of people) {
    const person = await findCandidate(q, id, organization_id)
    if (!person) continue
    const organization = await findOrganization(q, organization_id)
    const { organization_id: _, email_key: _key, ...details } = person
    yield json(`candidates/${id}/details.json`, {
      organization: organization?.name ?? null,
      ...told(details),
    })
    yield json(`candidates/${id}/acts.json`, await actsOn(ctx, organization_id, `candidate ${id}`))
    for (const { id: attemptId, ...attempt } of await data.listPersonAttempts(q, id)) {
      const folder = `attempts/${attempt.ref}`
      yield json(`${folder}/invitation.json`, { candidate_id: id, ...told(attempt) })
      const parts = {
        answers: await data.listPersonAnswers(q, attemptId),
        runs: await data.listPersonRuns(q, attemptId),
        messages: await data.listPersonNotices(q, attemptId),
        silences: await data.listPersonSilences(q, attemptId),
        shown_receipts: await data.listPersonShownReceipts(q, attempt.ref),
        feedback: await data.listPersonFeedback(q, attemptId),
        emails: await data.listPersonMails(q, attempt.ref),
      }
      for (const [name, rows] of Object.entries(parts)) yield json(`${folder}/${name}.json`, rows.map(told))
      yield json(`${folder}/acts.json`, await actsOn(ctx, organization_id, `attempt ${attempt.ref}`))
      // Nothing of these is there before the test has begun.
      const begun = await attemptFiles(ctx, attemptId)
      if (begun) yield* begun.files
      onTest(++written)
    }
  }
}

/** Acts of staff on it, without saying whose they were: that is somebody else's data. */
async function actsOn(ctx: Context, organizationId: number, subject: string): Promise<Row[]> {
  const rows = await listAuditOf(ctx.db.read, organizationId, subject)
  return rows.map(({ entry: { action, before, after, created_at } }) =>
    told({ action, before, after, created_at }),
  )
}

const readme = `This file holds all that the database of an installation of Holdfast keeps of one person, with their pictures.

candidates/ has a folder for each organization that invited the person: details.json (name, address, phone number) and
acts.json (what staff did to the entry).

attempts/ has a folder for each test:

  invitation.json   when the person was invited, began and ended, with the details they gave and what counts of the test
  answers.json      the answers and programs as they were saved last
  runs.json         programs the person ran, with their output
  messages.json     what staff told the person during the test
  feedback.json     what the person said about the test
  silences.json     when the server did not hear of the test, which it takes for an outage
  shown_receipts.json  receipts that a device has shown of work that the server did not hold
  emails.json       the emails that were sent to the person about it
  acts.json         what staff did to the test
  pictures/         pictures from the camera

and, once the test has begun, the records behind the result: attempt.json, ops.jsonl (every change, with every draft),
verdicts.json, receipts.jsonl, quarantine.jsonl and report.json (the report as staff sees it).

A picture that is no longer as it was taken is left out, and attempt.json says so under findings.

Every file but the pictures is text that any editor opens. Times are in UTC. The report and verdicts.json also show the
right answers and the hidden tests: whoever hands this file on decides whether they may be read.
`
