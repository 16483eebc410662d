import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { urlOf } from '#contract/paths.ts'
import type { SyncRequest } from '#contract/sync.ts'
import { localDatabase, reopenDatabase } from '#pwa/attempt/db/schema.ts'
import { findByLink } from '#pwa/attempt/session/links.ts'
import { clearSession, readSession, resumeByLink, writeSession } from '#pwa/attempt/session/store.ts'
import {
  ATTEMPT,
  answerOf,
  appendOps,
  attemptOf,
  grantOf,
  openStorage,
} from '../../factories/deviceStorage.ts'
import { browserLocks } from '../../factories/webLocks.ts'

/** A re-issued link opened on a device that has the test already. */

const { view } = attemptOf()
const ended = { finished_at: Date.now(), state: 'running' } as const
/** The attempt that the new link opens. */
let opens: string
/** The tokens that syncs came with, and what they brought. */
let arrived: string[]

beforeEach(() => {
  openStorage().close()
  reopenDatabase()
  opens = ATTEMPT
  arrived = []
  vi.stubGlobal('navigator', { userAgent: '', locks: browserLocks().open().locks })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? ''
    if (url === urlOf('getSyncToken')) {
      if (token !== 'new link') throw new Error('asked without need')
      return Response.json({ data: { attempt_id: opens, auth_token: 'new token' } })
    }
    if (token !== 'new token') return Response.json({ code: 'unauthorized' }, { status: 401 })
    const request = JSON.parse(String(init.body)) as SyncRequest
    for (const op of request.ops) arrived.push(`${token} ${request.lease_id} ${op.type}`)
    const results = request.ops.map(({ seq, op_id }) => ({ seq, op_id, result: 'applied' as const }))
    const head = request.ops.at(-1) ?? { seq: request.tail_seq, hash: request.tail_hash }
    return Response.json({ data: answerOf(head, { nonce: request.nonce, results }) })
  })
})
afterEach(async () => {
  clearSession({ driveId: 1, candidateId: 1 })
  vi.unstubAllGlobals()
  await localDatabase().delete()
})

const keep = (change = {}) =>
  localDatabase().attempts.add(attemptOf(grantOf(), { invitation_token: 'link', ...change }))

describe('a re-issued link', () => {
  it('sends what a closed page left under the old one, by the lease it has', async () => {
    await keep()
    await appendOps(localDatabase(), ATTEMPT, [{ type: 'focus_lost', key: '', body: {} }])
    expect(await findByLink('new link', view)).toBe('begun')
    await expect.poll(() => arrived).toEqual([`new token ${grantOf().lease_id} focus_lost`])
    expect(await resumeByLink('new link')).toMatchObject({ attemptId: ATTEMPT, authToken: 'new token' })
  })

  it('has what could not be sent at once sent at the next look', async () => {
    await keep()
    await appendOps(localDatabase(), ATTEMPT, [{ type: 'focus_lost', key: '', body: {} }])
    const answering = globalThis.fetch
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (url === urlOf('postSync')) throw new TypeError('the line broke')
      return answering(url, init)
    })
    await findByLink('new link', view)
    await expect.poll(async () => (await localDatabase().attempts.get(ATTEMPT))?.token).toBe('new token')
    vi.stubGlobal('fetch', answering)
    await expect
      .poll(async () => {
        await findByLink('new link', view)
        return arrived
      })
      .toHaveLength(1)
  })

  it('is found beside an older test of the same person', async () => {
    await localDatabase().attempts.add(attemptOf(grantOf({ attempt_id: 'a' }), { invitation_token: 'gone' }))
    await keep()
    expect(await findByLink('link', view)).toBe('begun')
    expect(await findByLink('new link', view)).toBe('begun')
    expect(await localDatabase().attempts.get('a')).toMatchObject({ invitation_token: 'gone' })
  })

  it('is the browser’s own from then on where the browser was in the test', async () => {
    await keep()
    writeSession(
      { invitationToken: 'link', authToken: 'token', driveId: 1, candidateId: 1, isFinished: false },
      view,
    )
    await findByLink('new link', view)
    expect(readSession()).toMatchObject({ authToken: 'new token', invitationToken: 'new link' })
  })

  it('puts nobody into a test who was not', async () => {
    await keep()
    await findByLink('new link', view)
    expect(readSession()).toBeNull()
  })

  it('is none of a test that the same person had before', async () => {
    await keep()
    opens = 'the attempt they were invited to anew'
    expect(await findByLink('new link', view)).toBe('none')
    expect(await localDatabase().attempts.get(ATTEMPT)).toMatchObject({
      token: grantOf().auth_token,
      invitation_token: 'link',
    })
  })
})

describe('what a device has of the test of a link', () => {
  it.each([
    ['begun', {}],
    ['ended', ended],
    // The end has arrived: what stands now was said by the server, which may have opened it again.
    ['begun', { ...ended, state: 'finished' }],
    // Another device went on before the end of this one came.
    ['begun', { ...ended, lease_lost: true }],
  ] as const)('is %s: %o', async (held, change) => {
    await keep(change)
    expect(await findByLink('link', view)).toBe(held)
  })

  it('is none of somebody else’s', async () => {
    await keep({ candidate_id: 2, invitation_token: 'their link' })
    await localDatabase().attempts.add(attemptOf(grantOf({ attempt_id: 'other' }), { drive_id: 2 }))
    expect(await findByLink('link', view)).toBe('none')
  })
})
