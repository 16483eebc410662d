import type { Hono, Context as HonoContext } from 'hono'
import { BATCH_MAX_BYTES } from '#contract/constants.ts'
import { API_BASE, paths } from '#contract/paths.ts'
import { syncRequest } from '#contract/syncSchemas.ts'
import { findAttemptById } from '#db/queries/attempts.ts'
import { findNewestEventId } from '#db/queries/events.ts'
import { findHead } from '#db/queries/log.ts'
import { grantToDevice, savedAnswersOf } from '../attempts/lease.ts'
import { startAttempt } from '../attempts/start.ts'
import { leaseLost, requireOpenWindow, syncAttempt } from '../attempts/sync.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import type { Listener } from '../events/hub.ts'
import { sha256 } from '../keys.ts'
import { readJson } from '../middleware/readJson.ts'
import { failure } from '../middleware/respond.ts'
import type { Handlers } from './handler.ts'
import { invalid } from './mount.ts'

const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/**
 * POST sync, mounted by itself: it is the one hot call, so it goes from the bearer token straight to the writer. The
 * time of receipt is taken when the last byte is in, before any queue.
 */
export function mountSync(app: Hono, ctx: Context): void {
  const [method, path] = paths.postSync
  app.on(method, `${API_BASE}${path}`, async (c) => {
    try {
      return await handleSync(ctx, c)
    } catch (fault) {
      return failure(ctx, c, fault)
    }
  })
}

async function handleSync(ctx: Context, c: HonoContext): Promise<Response> {
  const token = c.req.header('authorization')?.replace(/^Bearer +/i, '')
  if (!token) throw new Refusal('unauthorized', 'This needs the link of your invitation.')
  const body = await readJson(c, BATCH_MAX_BYTES + 4_000)
  const receivedAt = ctx.now()
  const parsed = syncRequest.safeParse(body)
  if (!parsed.success) throw invalid(parsed.error)
  const tokenHash = sha256(token)
  const done = await ctx.db.write((tx) => syncAttempt(ctx, tx, tokenHash, parsed.data, receivedAt))
  if ('lost' in done) throw leaseLost(done)
  if (done.queued) ctx.wakeJudge()
  if (done.ended) ctx.hub.poke(done.attemptId)
  return new Response(JSON.stringify({ data: done.answer }), { headers: jsonHeaders })
}

export const syncHandlers: Handlers<'postSyncStart' | 'postSyncLease' | 'getEvents'> = {
  async postSyncStart({ ctx, body, actor, receivedAt }) {
    const data = await ctx.db.write(async (tx) => {
      const fresh = (await findAttemptById(tx, actor.found.attempt.id)) ?? actor.found
      const started = await startAttempt(tx, fresh, receivedAt)
      return grantToDevice(ctx, tx, started, body, receivedAt)
    })
    return { data }
  },

  async postSyncLease({ ctx, body, actor, receivedAt }) {
    const data = await ctx.db.write(async (tx) => {
      const fresh = (await findAttemptById(tx, actor.found.attempt.id)) ?? actor.found
      const head = await findHead(tx, fresh.attempt.id)
      if (!head || head.started_at === null)
        throw new Refusal('not_started', 'The test has not been started.')
      requireOpenWindow(head, receivedAt)
      const lease = await grantToDevice(ctx, tx, fresh, body, receivedAt)
      return { lease, answers: await savedAnswersOf(tx, head) }
    })
    return { data }
  },

  /** Without Last-Event-ID the stream starts now: whatever was before is reachable by GET. */
  async getEvents({ ctx, actor, c }) {
    const { outgoing } = c.env as { outgoing?: Parameters<typeof ctx.hub.open>[1] }
    if (!outgoing) throw new Refusal('unavailable', 'Streams need a real connection.')
    const to: Listener =
      actor.kind === 'candidate' ? { attempt_id: actor.found.attempt.id } : { user_id: actor.userId }
    const last = c.req.header('last-event-id')
    const after =
      last !== undefined && /^\d{1,15}$/.test(last) ? Number(last) : await findNewestEventId(ctx.db.read)
    ctx.hub.open(to, outgoing, after)
    return { data: alreadySent as unknown as string }
  },
}

/** The adapter leaves a response alone that was begun on the raw connection. */
const alreadySent = new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
