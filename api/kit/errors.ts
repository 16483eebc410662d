import { type ErrorCode, errorStatus } from '#contract/errors.ts'

/** A refusal in words: the one way services say no. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly errors: Record<string, string[]> | undefined
  readonly details: Record<string, unknown> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      errors?: Record<string, string[]>
      details?: Record<string, unknown>
      retryAfterSeconds?: number
    } = {},
  ) {
    super(message)
    this.code = code
    this.errors = more.errors
    this.details = more.details
    this.retryAfterSeconds = more.retryAfterSeconds
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

/** An error at one field, in words. */
export const invalidAt = (field: string, sentence: string): DomainError =>
  new DomainError('invalid', sentence, { errors: { [field]: [sentence] } })

export const notFound = (what = 'This'): DomainError => new DomainError('not_found', `${what} was not found.`)
