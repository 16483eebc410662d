import { z } from 'zod'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import { type CallName, paths } from '#contract/paths.ts'
import { API_BASE } from '#contract/url.ts'

/** The OpenAPI 3.1 document of the endpoint table, and a page that reads it aloud. */

/** The table stays as it is: what is made of it is made when it is first asked for, and no start waits for it. */
function made<T>(make: () => T): () => T {
  let done: { value: T } | undefined
  return () => {
    done ??= { value: make() }
    return done.value
  }
}

const always: readonly ErrorCode[] = ['malformed', 'invalid', 'internal', 'unavailable']
const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })

const security: Record<Access, object[]> = {
  public: [],
  invited: [{ candidateToken: [] }],
  candidate: [{ candidateToken: [] }],
  admin: [{ session: [] }],
  superadmin: [{ session: [] }],
  session: [{ session: [] }],
  candidate_or_admin: [{ candidateToken: [] }, { session: [] }],
  invited_or_admin: [{ candidateToken: [] }, { session: [] }],
  admin_or_param_key: [{ session: [] }, { paramKey: [] }],
}

function parameters(schema: z.ZodObject | undefined, where: 'path' | 'query') {
  if (!schema) return []
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(field as z.ZodType, 'input'),
  }))
}

function bodyOf(body: z.ZodType, upload: boolean) {
  const schema = schemaOf(body, 'input')
  if (!upload) return { 'application/json': { schema } }
  const file = {
    type: 'object',
    required: ['file'],
    properties: { file: { type: 'string', format: 'binary' } },
  }
  return { 'multipart/form-data': { schema: { allOf: [file, { ...schema, additionalProperties: true }] } } }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A request repeated with the same key is carried out once and gets the same response',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
}

const candidates: readonly Access[] = [
  'public',
  'invited',
  'candidate',
  'candidate_or_admin',
  'invited_or_admin',
]

/** A call takes a key if staff changes something by it, or candidates write into their log. */
const takesKey = (name: CallName, { who, secret, errors }: Endpoint): boolean =>
  paths[name][0] !== 'GET' &&
  !secret &&
  (!candidates.includes(who) || (errors?.includes('idempotency_mismatch') ?? false))

/** Every failure that a call may answer with: its own, and those of all calls of its kind. */
export function failureCodesOf(name: CallName): ErrorCode[] {
  const endpoint: Endpoint = endpoints[name]
  return [
    ...new Set([
      ...(endpoint.who === 'public' ? [] : (['unauthorized', 'forbidden'] as const)),
      ...(endpoint.body ? (['too_large'] as const) : []),
      ...(endpoint.errors ?? []),
      ...(takesKey(name, endpoint) ? (['conflict', 'idempotency_mismatch'] as const) : []),
      ...always,
    ]),
  ]
}

function operation(name: CallName, endpoint: Endpoint) {
  const data = {
    type: 'object',
    required: ['data'],
    properties: { data: schemaOf(endpoint.output, 'output'), message: { type: 'string' } },
  }
  const failures = failureCodesOf(name)
  const responses: Record<string, object> = {
    200: endpoint.stream
      ? {
          description: 'Server-sent events',
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        }
      : endpoint.file
        ? { description: 'A file', content: { [endpoint.file]: { schema: { type: 'string' } } } }
        : { description: 'Success', content: { 'application/json': { schema: data } } },
  }
  for (const code of failures) {
    const status = String(errorStatus[code])
    const codes = failures.filter((other) => String(errorStatus[other]) === status)
    responses[status] = {
      description: codes.join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    }
  }
  return {
    operationId: name,
    summary: endpoint.summary,
    security: security[endpoint.who],
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(takesKey(name, endpoint) ? [idempotencyKey] : []),
    ],
    ...(endpoint.body && {
      requestBody: { required: true, content: bodyOf(endpoint.body, endpoint.upload !== undefined) },
    }),
    responses,
  }
}

export const openApiDocument = made(() => {
  const routes: Record<string, Record<string, object>> = {}
  for (const [name, endpoint] of Object.entries(endpoints) as [CallName, Endpoint][]) {
    const [method, path] = paths[name]
    const full = `${API_BASE}${path}`
    routes[full] = { ...routes[full], [method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Holdfast', version: '1', description: 'Timed coding and multiple-choice assessments.' },
    paths: routes,
    components: {
      securitySchemes: {
        candidateToken: { type: 'http', scheme: 'bearer', description: "The candidate's token" },
        session: {
          type: 'apiKey',
          in: 'header',
          name: 'access-token',
          description: 'With the headers client and uid, as returned by the sign-in',
        },
        paramKey: { type: 'http', scheme: 'bearer', description: "A user's Param key" },
      },
      schemas: {
        Failure: {
          type: 'object',
          required: ['message', 'code', 'request_id'],
          properties: {
            message: { type: 'string' },
            code: { enum: Object.keys(errorStatus) },
            errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
            request_id: { type: 'string' },
            details: { type: 'object' },
          },
        },
      },
    },
  }
})

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c)

/** The same table as a page: no script, no request elsewhere. */
export const docsPage = made((): string => {
  const rows = (Object.entries(endpoints) as [CallName, Endpoint][]).map(([name, e]) => {
    const [method, path] = paths[name]
    const body = e.body
      ? `<details><summary>Body</summary><pre>${escapeHtml(JSON.stringify(schemaOf(e.body, 'input'), null, 2))}</pre></details>`
      : ''
    const out = `<details><summary>data</summary><pre>${escapeHtml(JSON.stringify(schemaOf(e.output, 'output'), null, 2))}</pre></details>`
    const errors = e.errors?.length ? `<p>Errors: ${escapeHtml(e.errors.join(', '))}.</p>` : ''
    return `<section id="${name}"><h2><code>${method} ${escapeHtml(API_BASE + path)}</code></h2><p>${escapeHtml(e.summary)}. Access: ${escapeHtml(e.who.replaceAll('_', ' '))}.</p>${errors}${body}${out}</section>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Holdfast API</title><link rel="stylesheet" href="/docs.css"></head><body><main><h1>Holdfast API</h1><p>The same for programs: <a href="/api/v1/openapi.json">openapi.json</a>. Success is <code>{"data": …}</code>; a failure is <code>{"message", "code", "errors"?, "request_id"}</code>.</p>${rows.join('')}</main></body></html>`
})
