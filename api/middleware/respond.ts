import type { Context as HonoContext } from 'hono'
import { errorStatus, type Failure } from '#contract/errors.ts'
import { CommitFailed } from '#db/writer.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../kit/errors.ts'
import { formatError } from '../kit/formatError.ts'
import { requestId } from './request.ts'

export function failure(ctx: Pick<Context, 'log'>, c: HonoContext, error: unknown): Response {
  const { status, headers, body } = failureOf(ctx, requestId(c), error)
  return new Response(body, { status, headers })
}

/** The one place that turns a fault into a status and words. Never a stack. */
export function failureOf(ctx: Pick<Context, 'log'>, request: string, error: unknown) {
  const refusal = asRefusal(error)
  const body: Failure = {
    message: refusal.message,
    code: refusal.code,
    ...(refusal.errors && { errors: refusal.errors }),
    request_id: request,
    ...(refusal.details && { details: refusal.details }),
  }
  if (refusal.code === 'internal') ctx.log.error({ request, error: formatError(error) }, 'a call failed')
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
  if (refusal.retryAfterSeconds !== undefined) headers['retry-after'] = String(refusal.retryAfterSeconds)
  return { status: errorStatus[refusal.code], headers, body: JSON.stringify(body) }
}

function asRefusal(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  if (error instanceof CommitFailed || isDiskRefusal(error))
    return new DomainError(
      'unavailable',
      'The server could not store this just now. Nothing was lost; try again.',
      {
        retryAfterSeconds: 5 + Math.floor(Math.random() * 15),
      },
    )
  return new DomainError('internal', 'Something went wrong on the server. Try again.')
}

/** A file that could not be written because the disk takes nothing: full, over a quota, read-only, or broken. */
const isDiskRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(ENOSPC|EDQUOT|EROFS|EIO)$/.test(String(error.code))
