import type { Context as HonoContext } from 'hono'
import type { z } from 'zod'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { CallName } from '#contract/paths.ts'
import type { Actor, CandidateActor, StaffActor } from '../auth/actor.ts'
import type { Context } from '../context.ts'
import type { UploadedFile } from '../middleware/readUpload.ts'
import type { SpooledFile } from '../middleware/spoolUpload.ts'

type Parsed<E, K extends string> = E extends { [P in K]: infer T }
  ? T extends z.ZodType
    ? z.output<T>
    : undefined
  : undefined

type ActorOf<W extends Access> = W extends 'public'
  ? { kind: 'anybody' }
  : W extends 'invited' | 'candidate'
    ? CandidateActor
    : W extends 'candidate_or_admin' | 'invited_or_admin'
      ? CandidateActor | StaffActor
      : StaffActor

/** The file of a call that takes one. */
type FileOf<E extends Endpoint> = E extends { upload: true }
  ? UploadedFile
  : E extends { upload: 'on disk' }
    ? SpooledFile
    : null

export interface Input<E extends Endpoint> {
  ctx: Context
  params: Parsed<E, 'params'>
  query: Parsed<E, 'query'>
  body: Parsed<E, 'body'>
  file: FileOf<E>
  actor: ActorOf<E['who']>
  /** When the request's last byte was in. */
  receivedAt: number
  idempotencyKey: string | null
  address: string
  c: HonoContext
}

export interface RouteAnswer<E extends Endpoint> {
  /** A file is a whole response of its own. */
  data: E extends { file: string } ? Response : z.input<E['output']>
  message?: string
  beside?: Parsed<E, 'beside'>
  headers?: Record<string, string>
}

export type Handler<N extends CallName> = (input: Input<Endpoints[N]>) => Promise<RouteAnswer<Endpoints[N]>>

export type Handlers<N extends CallName = CallName> = { [K in N]: Handler<K> }

/** A handler as the mounting code sees it: every schema has been applied already. */
export type AnyHandler = (input: {
  ctx: Context
  params: unknown
  query: unknown
  body: unknown
  file: UploadedFile | SpooledFile | null
  actor: Actor
  receivedAt: number
  idempotencyKey: string | null
  address: string
  c: HonoContext
}) => Promise<{ data: unknown; message?: string; beside?: unknown; headers?: Record<string, string> }>
