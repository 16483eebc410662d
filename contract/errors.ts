/** Every failure an answer can name, with its status. `message` says it in words; this is for programs. */
export const errorStatus = {
  malformed: 400,
  unauthorized: 401,
  forbidden: 403,
  lease_lost: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  conflict: 409,
  lease_held: 409,
  lease_unknown: 409,
  gap: 409,
  fork: 409,
  not_started: 409,
  profile_incomplete: 409,
  already_started: 409,
  upload_window_closed: 410,
  test_over: 410,
  too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  rejected: 422,
  invalid_emails: 422,
  import_rows: 422,
  insufficient_credits: 422,
  idempotency_mismatch: 422,
  too_many_requests: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** The body of every failure under api/. */
export interface Failure {
  message: string
  code: ErrorCode
  errors?: Record<string, string[]>
  request_id: string
  /** Facts a client needs to go on, by code: `lease_held` {device_name, since}, `gap` {expected_seq}, … */
  details?: Record<string, unknown>
}
