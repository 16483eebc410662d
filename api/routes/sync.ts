import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Hono } from 'hono'
import { BATCH_MAX_BYTES, OP_MAX_BYTES } from '#contract/constants.ts'
import { paths } from '#contract/paths.ts'
import type { LeaseRequest, SyncRequest } from '#contract/sync.ts'
import { syncRequest } from '#contract/syncSchemas.ts'
import { isSyncRequest } from '#contract/syncShape.ts'
import { API_BASE } from '#contract/url.ts'
import { findAttemptById } from '#db/queries/attempts.ts'
import { findNewestEventId } from '#db/queries/events.ts'
import { findHead } from '#db/queries/log.ts'
import { listNotices } from '#db/queries/notices.ts'
import { contentRef } from '../attempts/content.ts'
import { grantToDevice, savedAnswersOf } from '../attempts/lease.ts'
import { startAttempt } from '../attempts/start.ts'
import { leaseLost, requireOpenWindow, syncAttempt } from '../attempts/sync.ts'
import { noteProof, takeBack } from '../attempts/takeBack.ts'
import { isSessionOpen } from '../auth/session.ts'
import { type SyncGate, syncGateOf } from '../auth/syncGate.ts'
import type { Context } from '../context.ts'
import type { Listener } from '../events/hub.ts'
import { callerAddress, clientAddress } from '../kit/address.ts'
import { DomainError, notFound } from '../kit/errors.ts'
import { parseBytes, readJson } from '../middleware/readJson.ts'
import { alreadySent, nameCall, noteAnswer, requestContext, withRequest } from '../middleware/request.ts'
import { failure, failureOf } from '../middleware/respond.ts'
import type { Handlers } from './handler.ts'
import { invalid } from './mount.ts'

const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

const [METHOD, PATH] = paths.postSync
const URL_PATH = `${API_BASE}${PATH}`
const SYNC_MAX_BYTES = BATCH_MAX_BYTES + 4_000
/** How long the rest of a refused body is taken and dropped, so that the caller gets to read the refusal. */
const DROP_MS = 10_000

/**
 * POST sync, mounted by itself: it is the one hot call, so it goes from the bearer token straight to the writer. The
 * token is known before any of the body is read; the time of receipt is taken when the last byte is in, before any
 * queue.
 */
export function mountSync(app: Hono, ctx: Context): void {
  const gate = syncGateOf(ctx)
  app.on(METHOD, URL_PATH, async (c) => {
    nameCall(c, 'postSync')
    try {
      // A body that does not tell its length counts as the largest.
      const told = Number(c.req.header('content-length') ?? Number.NaN)
      const bytes = told >= 0 && told <= SYNC_MAX_BYTES ? told : SYNC_MAX_BYTES
      const authorization = c.req.header('authorization')
      const tokenHash = await gate.admit(authorization, bytes, () => clientAddress(ctx.config, c))
      const request = checked(await readJson(c, SYNC_MAX_BYTES))
      return new Response(await answerSync(requestContext(ctx, c), gate, tokenHash, request), {
        headers: jsonHeaders,
      })
    } catch (error) {
      return failure(ctx, c, error)
    }
  })
}

/**
 * The same call without the framework's request and response, which cost more than the rest of a save. It takes the
 * form our own pages send; whatever else asks gets false, nothing read, and goes the long way.
 */
export function syncListener(ctx: Context) {
  const gate = syncGateOf(ctx)
  const refuse = (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    asked: { request: string; error: unknown },
  ): number => {
    const { status, headers, body } = failureOf(ctx, asked.request, asked.error)
    outgoing.writeHead(status, headersOf(headers, asked.request, body)).end(body)
    if (!incoming.readableEnded) dropRest(incoming)
    return status
  }
  const take = async (incoming: IncomingMessage, outgoing: ServerResponse, bytes: number): Promise<void> => {
    const { authorization } = incoming.headers
    const began = performance.now()
    const request = ctx.requestIds.of(incoming)
    let status = 200
    try {
      const tokenHash =
        gate.admitKnown(authorization, bytes) ??
        (await gate.admit(authorization, bytes, () => callerAddress(ctx.config, incoming)))
      const asked = readRequest(await bodyOf(incoming))
      const text = await answerSync(withRequest(ctx, request), gate, tokenHash, asked)
      outgoing.writeHead(status, headersOf(jsonHeaders, request, text)).end(text)
    } catch (error) {
      status = refuse(incoming, outgoing, { request, error })
    }
    noteAnswer(ctx, { request, method: METHOD, call: 'postSync', status, ms: performance.now() - began })
  }
  return (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
    const { headers } = incoming
    if (incoming.method !== METHOD || incoming.url !== URL_PATH || !headers.authorization) return false
    if (headers['content-type'] !== 'application/json' || headers['content-encoding']) return false
    const declared = Number(headers['content-length'])
    if (!(declared > 0 && declared <= SYNC_MAX_BYTES)) return false
    incoming.on('error', () => {})
    void take(incoming, outgoing, declared)
    return true
  }
}

/** Never resolves where the line breaks before the end: then there is nobody to answer. */
function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
  })
}

/** Takes what was declared and keeps none of it; closing at once would reset the line before the answer is read. */
function dropRest(incoming: IncomingMessage): void {
  const { socket } = incoming
  const timer = setTimeout(() => socket.destroy(), DROP_MS).unref()
  incoming.once('close', () => clearTimeout(timer))
  incoming.resume()
}

const headersOf = (headers: Record<string, string>, request: string, text: string) => ({
  ...headers,
  'x-request-id': request,
  'content-length': Buffer.byteLength(text),
})

/**
 * A request of the right form needs no look at its depth and names, and no schema; those say in words what is wrong
 * with any other. A key that stands twice gains nothing here: the hashes bind what is taken.
 */
function readRequest(bytes: Buffer): SyncRequest {
  const value = parsedOrNot(bytes)
  return isSyncRequest(value) ? value : checked(parseBytes(bytes))
}

function parsedOrNot(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

function checked(body: unknown): SyncRequest {
  const parsed = syncRequest.safeParse(body)
  if (!parsed.success) throw invalid(parsed.error)
  return parsed.data
}

/** @returns the answer as JSON, after the commit */
async function answerSync(
  ctx: Context,
  gate: SyncGate,
  tokenHash: string,
  request: SyncRequest,
): Promise<string> {
  const receivedAt = ctx.now()
  requireOpSizes(request.ops)
  try {
    const done = await ctx.db.write((tx) => syncAttempt(ctx, tx, tokenHash, request, receivedAt))
    if ('lost' in done) throw leaseLost(done)
    return JSON.stringify({ data: done.answer })
  } catch (error) {
    if (error instanceof DomainError && error.code === 'unauthorized') gate.forget(tokenHash)
    throw error
  }
}

/** One op at a time may be as large as its own limit; the sender leaves out the body of a larger one. */
function requireOpSizes(ops: readonly { seq: number; body: string | null }[]): void {
  const large = ops.find((op) => op.body !== null && Buffer.byteLength(op.body) > OP_MAX_BYTES)
  if (large)
    throw new DomainError('too_large', `Change ${large.seq} is larger than ${OP_MAX_BYTES / 1000} KB.`)
}

export const syncHandlers: Handlers<
  | 'postSyncStart'
  | 'postSyncLease'
  | 'getSyncToken'
  | 'getPackage'
  | 'getNotices'
  | 'getSavedAnswers'
  | 'getEvents'
> = {
  async postSyncStart({ ctx, body, actor, receivedAt }) {
    const { started, lease } = await ctx.db.write(async (tx) => {
      const fresh = (await findAttemptById(tx, actor.found.attempt.id)) ?? actor.found
      const started = await startAttempt(tx, fresh, receivedAt)
      return { started, lease: await grantToDevice(ctx, tx, started, body, receivedAt) }
    })
    const sealed = await ctx.sealed.of(await ctx.content.get(ctx.db.read, contentRef(started)))
    return { data: { ...lease, package: sealed ? { hash: sealed.hash, key: sealed.key } : undefined } }
  },

  async postSyncLease({ ctx, body, actor, receivedAt }) {
    const { proof } = body
    // By itself: a refusal of the lease takes back nothing of it.
    if (proof && proof.server_epoch_seen < ctx.serverEpoch)
      await ctx.db.write((tx) => noteProof(ctx, tx, actor.found, proof, receivedAt))
    const data = await ctx.db.write(async (tx) => {
      const fresh = (await findAttemptById(tx, actor.found.attempt.id)) ?? actor.found
      const { found, goesOn } = await takeBack(ctx, tx, fresh, body, receivedAt)
      const head = await findHead(tx, found.attempt.id)
      if (!head || head.started_at === null)
        throw new DomainError('not_started', 'The test has not been started.')
      requireOpenWindow(ctx, head, receivedAt)
      const lease = await grantToDevice(ctx, tx, found, goesOn ? goingOn(body) : body, receivedAt)
      return { lease, answers: await savedAnswersOf(tx, head) }
    })
    return { data }
  },

  async getSyncToken({ ctx, actor }) {
    const { ref, generation, started_at } = actor.found.attempt
    if (started_at === null) throw new DomainError('not_started', 'The test has not been started.')
    return { data: { attempt_id: ref, auth_token: ctx.keys.attemptToken(ref, generation) } }
  },

  async getPackage({ ctx, params, actor }) {
    const content = await ctx.content.get(ctx.db.read, contentRef(actor.found))
    const body = await ctx.sealed.body(content, params.hash)
    if (body === null) throw notFound('The package')
    const headers = {
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=86400, immutable',
    }
    return { data: new Response(body, { headers }) }
  },

  async getNotices({ ctx, query, actor }) {
    const rows = await listNotices(ctx.db.read, actor.found.attempt.id, query.after ?? 0)
    const notices = rows.map(({ id, kind, text, minutes, created_at }) => ({
      id,
      kind,
      text,
      minutes,
      sent_at: new Date(created_at).toISOString(),
    }))
    return { data: { notices } }
  },

  async getSavedAnswers({ ctx, actor }) {
    return {
      data: await savedAnswersOf(ctx.db.read, {
        ...actor.found.attempt,
        late_policy: actor.found.drive.late_policy,
      }),
    }
  },

  /** Without Last-Event-ID the stream starts now: whatever was before is reachable by GET. */
  async getEvents({ ctx, actor, c }) {
    const { outgoing } = c.env as { outgoing?: Parameters<typeof ctx.hub.open>[1] }
    // A HEAD has no stream to read, and would hold one open.
    if (c.req.method !== 'GET') throw new DomainError('method_not_allowed', 'Streams are read with GET.')
    if (!outgoing) throw new DomainError('unavailable', 'Streams need a real connection.')
    const to: Listener =
      actor.kind === 'candidate' ? { attempt_id: actor.found.attempt.id } : { user_id: actor.userId }
    const last = c.req.header('last-event-id')
    const newest = await findNewestEventId(ctx.db.read)
    // A server that came back from a backup gives again the ids that the listener has heard of.
    const after = last !== undefined && /^\d{1,15}$/.test(last) ? Math.min(Number(last), newest) : newest
    if (actor.kind === 'staff') {
      ctx.hub.open(to, outgoing, after, () => isSessionOpen(ctx, actor.sessionId))
      return { data: alreadySent as unknown as string }
    }
    const { id, generation } = actor.found.attempt
    ctx.hub.open(to, outgoing, after)
    // The link may have been made anew between the look at it and this.
    const now = await findAttemptById(ctx.db.read, id)
    if (now?.attempt.generation !== generation) ctx.hub.end(to)
    return { data: alreadySent as unknown as string }
  },
}

/** A lease that holds the log again is not given up. */
const goingOn = ({ replaces: _, ...asked }: LeaseRequest): LeaseRequest => asked
