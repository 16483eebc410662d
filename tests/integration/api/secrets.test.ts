import { beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { type CallName, paths, urlOf } from '#contract/paths.ts'
import {
  bearer,
  call,
  fillIn,
  inputOf,
  must,
  type Organization,
  programs,
  type Subject,
  seedOrganization,
  startDevice,
  waitFor,
} from '../../factories/index.ts'
import { appForFile } from '../forFile.ts'

/**
 * Canary words stand in every hidden test, every question, option, statement and template. Every byte that a
 * candidate's tokens can reach is collected, before the start, during the test and after it, errors and the event
 * stream included. No hidden test, no key, no other person is ever in it, and no content before the start.
 */

const app = await appForFile({ listen: true })
let org: Organization
let other: Organization

beforeAll(async () => {
  org = await seedOrganization(app.ctx, 'canary', { candidates: 2, startsIn: 60_000 })
  other = await seedOrganization(app.ctx, 'elsewhere', { candidates: 1 })
})

const candidateCalls = (Object.keys(endpoints) as CallName[]).filter((name) =>
  ['public', 'invited', 'candidate', 'candidate_or_admin', 'invited_or_admin'].includes(endpoints[name].who),
)

/** Everything seen, with where it was seen. */
class Seen {
  readonly #texts: [string, string][] = []
  add(where: string, text: string): void {
    this.#texts.push([where, text])
  }
  get bytes(): number {
    return this.#texts.reduce((sum, [, text]) => sum + text.length, 0)
  }
  /** The places where one of the words was seen: as it is, or in base64 as the live channel sends outputs. */
  find(words: readonly string[]): string[] {
    return this.#texts.flatMap(([where, text]) => {
      const open = `${text}\n${decoded(text)}`
      return words.filter((word) => open.includes(word)).map((word) => `${word} in ${where}`)
    })
  }
}

const decoded = (text: string): string =>
  [...text.matchAll(/"([A-Za-z0-9+/]{8,}={0,2})"/g)]
    .map(([, b64 = '']) => Buffer.from(b64, 'base64').toString('utf8'))
    .join('\n')

/** Reads the stream from the first event on until it is cut. */
function listen(token: string, seen: Seen) {
  const cut = new AbortController()
  let text = ''
  const done = (async () => {
    const response = await fetch(`${app.base}${urlOf('getEvents')}`, {
      headers: { ...bearer(token), 'last-event-id': '0' },
      signal: cut.signal,
    })
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
      text += Buffer.from(chunk).toString('utf8')
  })().catch(() => {})
  return {
    text: () => text,
    async end() {
      cut.abort()
      await done
      seen.add('event stream', text)
    },
  }
}

/** Every call a candidate's tokens may try, with its own ids and with the other candidate's, and with nonsense. */
async function crawl(
  seen: Seen,
  s: Subject,
  tokens: string[],
  skip: readonly CallName[] = [],
): Promise<void> {
  for (const name of candidateCalls.filter((n) => n !== 'getEvents' && n !== 'signIn' && !skip.includes(n)))
    for (const token of tokens) {
      const input = inputOf(name, s)
      const answers = [
        await call(app.send, name, { ...input, token }),
        await call(app.send, name, {
          ...input,
          token,
          body: input.body === undefined ? undefined : { nonsense: 1 },
        }),
        await call(app.send, name, {
          ...input,
          token,
          params: Object.fromEntries(
            Object.keys(input.params ?? {}).map((key) => [key, key.endsWith('oken') ? token : '1']),
          ),
        }),
      ]
      for (const answer of answers) {
        seen.add(`${name} (${answer.status})`, answer.text)
        seen.add(`headers of ${name}`, JSON.stringify([...answer.headers]))
      }
    }
  for (const [method, path] of [...Object.values(paths)].filter(([, p]) => p.startsWith('/admin'))) {
    const response = await app.send(`/api/v1${path.replaceAll(/\{\w+\}/g, '1')}`, {
      method,
      headers: bearer(tokens[0] ?? ''),
    })
    seen.add(`${method} ${path}`, await response.text())
  }
  for (const path of ['/api/v1/openapi.json', '/api/docs', '/healthz', '/readyz', '/api/v1/nothing'])
    seen.add(path, await (await app.send(path)).text())
}

test('no byte a candidate can reach holds a hidden test, a key, another person, or content before the start', {
  timeout: 60_000,
}, async () => {
  const [me, you] = org.candidates
  if (!me || !you) throw new Error('nobody')
  const hidden = [...org.canaries.hidden, ...other.canaries.hidden]
  const people = [you.email, other.candidates[0]?.email ?? '', org.admin.email, other.admin.email, other.name]
  const secrets = (seen: Seen, keys: readonly string[] = ['is_answer', 'isAnswer']) =>
    // The drive's contact is there to be asked: its candidates are told who that is.
    seen.find([...hidden, ...people, ...keys]).filter((one) => one !== `${org.admin.email} in getDrive (200)`)
  const device = {
    request: () => ({}),
    leaseRequest: () => ({ device_id: 'a-device-of-my-own-1', device_name: 'x' }),
  }
  const subject: Subject = {
    org,
    who: me,
    device: device as unknown as Subject['device'],
    runToken: 'none',
    submissionId: 1,
    rescueFile: { name: 'rescue.json', content: '{}' },
  }

  // Before the start: neither with the invitation nor with the attempt token
  const before = new Seen()
  await crawl(before, subject, [me.invitation, me.token])
  await fillIn(app.send, me)
  await crawl(before, subject, [me.invitation, me.token])
  expect(before.bytes).toBeGreaterThan(10_000)
  // The document of the interface names the fields of the admin's report; it holds no answer of anybody.
  expect(secrets(before, [])).toEqual([])
  expect(before.find([...org.canaries.content, ...other.canaries.content])).toEqual([])
  expect(await app.rows('SELECT id FROM attempts WHERE started_at IS NOT NULL')).toEqual([])

  // During the test
  app.clock.move(60_000)
  const during = new Seen()
  const stream = listen(me.token, during)
  const mine = await startDevice(app, me)
  const problem_id = org.problems[0].id
  const code = { problem_id, language_id: 1 }
  for (const source_code of [programs.echo, programs.crash, programs.right]) {
    mine.write('submit', `code:${problem_id}:1`, { ...code, source_code })
    during.add('sync', JSON.stringify(await mine.sync()))
    app.clock.move(60_000)
  }
  const runs: string[] = []
  for (const source_code of [programs.echo, programs.crash, programs.right]) {
    const run = await must(app.send, 'postExecution', { token: me.token, body: { ...code, source_code } })
    runs.push(run.token)
    const done = await waitFor('the run', async () => {
      const state = await call(app.send, 'getExecution', { params: { token: run.token }, token: me.token })
      during.add('getExecution', state.text)
      return state.text.includes('"done"') && state.text
    })
    expect(done).toContain('samples')
  }
  const judged = await waitFor('the verdicts', async () => {
    app.clock.move(20_000)
    app.ctx.judge.wake()
    const rows = await app.rows<{ id: number; status: string }>('SELECT id, status FROM submissions')
    return rows.length === 3 && rows.every((row) => row.status === 'accepted') && rows
  })
  // The outputs of those programs do hold the canaries: they stand in the rows, and nowhere else.
  const outputs = await app.rows<{ actual_output: string; message: string }>(
    'SELECT actual_output, message FROM submission_tests',
  )
  expect(outputs.some((row) => hidden.some((word) => row.actual_output.includes(word)))).toBe(true)
  expect(outputs.some((row) => hidden.some((word) => row.message.includes(word)))).toBe(true)
  const running: Subject = {
    ...subject,
    device: mine,
    runToken: runs[0] ?? '',
    submissionId: judged[0]?.id ?? 0,
  }
  for (const { id } of judged)
    during.add(
      'getSubmission',
      (await call(app.send, 'getSubmission', { params: { id }, token: me.token })).text,
    )
  await waitFor(
    'the events',
    () => (stream.text().match(/event: submission/g)?.length ?? 0) >= 3 && /TestChannel/.test(stream.text()),
  )
  await crawl(during, running, [me.invitation, me.token], ['putFinish', 'postFeedback'])
  expect(secrets(during, [])).toEqual([])
  expect(during.find(other.canaries.content)).toEqual([])
  // The crawl did see what it may see: otherwise it would prove nothing.
  expect(during.find(org.canaries.content).length).toBeGreaterThan(10)
  expect(during.find(['elpmas']).length).toBeGreaterThan(0)

  // After the finish
  const after = new Seen()
  mine.write('finish', '', { reason: 'candidate' })
  after.add('sync', JSON.stringify(await mine.sync()))
  await crawl(after, running, [me.invitation, me.token])
  app.clock.move(30 * 3_600_000)
  await crawl(after, running, [me.invitation, me.token])
  await stream.end()
  expect(secrets(after, [])).toEqual([])
  expect(after.find(other.canaries.content)).toEqual([])
  expect(secrets(during, [])).toEqual([])

  // is_answer: in no answer to a candidate; the field's name stands in the interface's document alone.
  for (const seen of [before, during, after])
    expect(
      seen.find(['is_answer', 'isAnswer']).filter((found) => !/openapi\.json$|docs$/.test(found)),
    ).toEqual([])
})
