import type { Hono, Context as HonoContext } from 'hono'
import type { z } from 'zod'
import { JSON_MAX_BYTES } from '#contract/constants.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type CallName, paths } from '#contract/paths.ts'
import { API_BASE } from '#contract/url.ts'
import type { Actor } from '../auth/actor.ts'
import { requireAttempt } from '../auth/candidate.ts'
import { requireParamKey } from '../auth/paramKey.ts'
import { requireSession } from '../auth/session.ts'
import type { Context } from '../context.ts'
import { clientAddress } from '../kit/address.ts'
import { DomainError } from '../kit/errors.ts'
import { idempotently } from '../middleware/idempotency.ts'
import { readJson } from '../middleware/readJson.ts'
import { readUpload, type UploadedFile } from '../middleware/readUpload.ts'
import { nameCall, requestContext } from '../middleware/request.ts'
import { failure } from '../middleware/respond.ts'
import { type SpooledFile, spoolUpload } from '../middleware/spoolUpload.ts'
import { shedClass } from '../pressure/classes.ts'
import type { AnyHandler } from './handler.ts'

/** Mounts one call of the endpoint table: who, then shape, then the handler, then the view on the way out. */
export function mount(
  app: Hono,
  server: Context,
  name: CallName,
  endpoint: Endpoint,
  handler: AnyHandler,
): void {
  const [method, path] = paths[name]
  app.on(method, `${API_BASE}${path.replace(/\{(\w+)\}/g, ':$1')}`, async (c) => {
    nameCall(c, name)
    const ctx = requestContext(server, c)
    let spooled: SpooledFile | null = null
    try {
      ctx.pressure.admit(shedClass[name])
      const given = { params: c.req.param() as Record<string, string>, query: readQuery(c) }
      const early = tokenOf(c, name, given)
      let body: unknown
      if (endpoint.body && needsBodyToken(endpoint, early, c)) {
        body = await readJson(c, endpoint.maxBytes).catch((error: unknown) => {
          throw endpoint.who === 'candidate' || endpoint.who === 'invited' ? unauthorized() : error
        })
      }
      const actor = await actorOf(ctx, c, endpoint, early ?? bodyToken(body))
      // Before the body: nobody's file is taken for what is not there.
      const params = check(endpoint.params, given.params, 'params')
      let file: UploadedFile | SpooledFile | null = null
      if (endpoint.upload === 'on disk' && actor.kind === 'staff') {
        const limit = endpoint.maxBytes ?? JSON_MAX_BYTES
        const upload = await spoolUpload(ctx, c, { limit, userId: actor.userId })
        body = upload.fields
        file = spooled = upload.file
      } else if (endpoint.upload) {
        const upload = await readUpload(c, endpoint.maxBytes ?? JSON_MAX_BYTES)
        body = upload.fields
        file = upload.file
      } else if (endpoint.body && body === undefined) body = await readJson(c, endpoint.maxBytes)
      const idempotencyKey = readIdempotencyKey(c)
      const input = {
        ctx,
        params,
        query: check(endpoint.query, given.query, 'query'),
        body: check(endpoint.body, body, 'body'),
        receivedAt: ctx.now(),
        file,
        idempotencyKey,
        address: clientAddress(ctx.config, c),
        c,
      }
      // A candidate's calls look for their key in the attempt's log.
      const isOnce = method !== 'GET' && !endpoint.secret
      if (actor.kind !== 'staff' || idempotencyKey === null || !isOnce)
        return success(endpoint, await handler({ ...input, actor }))
      const content = [name, params, input.query, input.body, file && [file.name, file.hash]]
      return respond(
        await idempotently(ctx, actor, { key: idempotencyKey, content }, async (once) =>
          bodyOf(endpoint, await handler({ ...input, actor: once })),
        ),
      )
    } catch (error) {
      return failure(server, c, error)
    } finally {
      await spooled?.close()
    }
  })
}

const unauthorized = () => new DomainError('unauthorized', 'This needs the link of your invitation.')

/** A repeated name in the query has no meaning anywhere here. */
function readQuery(c: HonoContext): Record<string, string> {
  const query: Record<string, string> = {}
  for (const [name, values] of Object.entries(c.req.queries())) {
    if (values.length > 1) throw new DomainError('malformed', `${name} may be given once.`)
    query[name] = values[0] ?? ''
  }
  return query
}

function tokenOf(
  c: HonoContext,
  name: CallName,
  given: { params: Record<string, string>; query: Record<string, string> },
): string | null {
  const bearer = /^Bearer +([\w.-]+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  return (
    bearer ??
    given.params.authToken ??
    (name === 'getCode' || name === 'getReport' ? given.params.token : undefined) ??
    given.query.token ??
    null
  )
}

const bodyToken = (body: unknown): string | null => {
  const token = (body as { token?: unknown } | null | undefined)?.token
  return typeof token === 'string' ? token : null
}

/** Only where a candidate's token can stand in the body alone is the body read before the caller is known. */
function needsBodyToken(endpoint: Endpoint, early: string | null, c: HonoContext): boolean {
  if (early !== null) return false
  if (endpoint.who === 'candidate_or_admin') return c.req.header('access-token') === undefined
  return endpoint.who === 'candidate' || endpoint.who === 'invited'
}

async function actorOf(
  ctx: Context,
  c: HonoContext,
  endpoint: Endpoint,
  token: string | null,
): Promise<Actor> {
  switch (endpoint.who) {
    case 'public':
      return { kind: 'anybody' }
    case 'invited':
      return requireAttempt(ctx, token, 'either', clientAddress(ctx.config, c))
    case 'candidate':
      return requireAttempt(ctx, token, 'attempt', clientAddress(ctx.config, c))
    case 'candidate_or_admin':
    case 'invited_or_admin':
      return c.req.header('access-token') !== undefined
        ? requireRole(await staff(ctx, c), 'Admin')
        : requireAttempt(
            ctx,
            token,
            endpoint.who === 'invited_or_admin' ? 'either' : 'attempt',
            clientAddress(ctx.config, c),
          )
    case 'session':
      return staff(ctx, c)
    case 'admin_or_param_key':
      if (c.req.header('access-token') === undefined && token !== null)
        return requireParamKey(ctx, token, clientAddress(ctx.config, c))
      return requireRole(await staff(ctx, c), 'Admin')
    case 'admin':
      return requireRole(await staff(ctx, c), 'Admin')
    case 'superadmin':
      return requireRole(await staff(ctx, c), 'SuperAdmin')
  }
}

const staff = (ctx: Context, c: HonoContext) =>
  requireSession(
    ctx,
    {
      token: c.req.header('access-token'),
      client: c.req.header('client'),
      uid: c.req.header('uid'),
    },
    clientAddress(ctx.config, c),
  )

function requireRole(actor: Awaited<ReturnType<typeof staff>>, role: 'Admin' | 'SuperAdmin') {
  if (actor.role !== role) throw new DomainError('forbidden', 'Your role does not allow this.')
  return actor
}

function readIdempotencyKey(c: HonoContext): string | null {
  const key = c.req.header('idempotency-key')
  if (key === undefined) return null
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    throw new DomainError('malformed', 'The Idempotency-Key is not usable.')
  return key
}

/** Applies a schema; what does not fit is told field by field. A path that cannot be an id is simply not there. */
function check(schema: z.ZodType | undefined, value: unknown, part: 'params' | 'query' | 'body'): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  if (part === 'params') throw new DomainError('not_found', 'This was not found.')
  throw invalid(parsed.error)
}

export function invalid(error: z.ZodError): DomainError {
  // Without a prototype: a client may name its keys `constructor` or `__proto__`.
  const errors: Record<string, string[]> = Object.create(null)
  for (const issue of error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.map(String).join('.')]
    for (const key of keys) {
      const told = errors[key.slice(0, 100)] ?? []
      told.push(issue.code === 'unrecognized_keys' ? 'is not known here' : issue.message)
      errors[key.slice(0, 100)] = told
    }
  }
  const first = Object.entries(errors)[0]
  const message = first ? sentenceOf(first[0], String(first[1][0])) : 'This does not fit.'
  return new DomainError('invalid', message, { errors })
}

/** An error that is a sentence of its own is told as it is; 'must be a number' needs its field before it. */
const sentenceOf = (field: string, error: string): string =>
  field === '' || /^\p{Lu}/u.test(error) ? error : `${field}: ${error}`

type Answer = Awaited<ReturnType<AnyHandler>>

function success(endpoint: Endpoint, answer: Answer): Response {
  if (endpoint.stream || endpoint.file) return answer.data as Response
  return respond(bodyOf(endpoint, answer), answer.headers)
}

function bodyOf(endpoint: Endpoint, answer: Answer): object {
  const data = endpoint.output.parse(answer.data)
  const beside = endpoint.beside ? (endpoint.beside.parse(answer.beside) as object) : undefined
  return { data, ...beside, ...(answer.message && { message: answer.message }) }
}

const respond = (body: object, headers?: Record<string, string>): Response =>
  new Response(JSON.stringify(body), {
    status: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  })
