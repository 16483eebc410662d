import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * Who may call:
 * public; invitation or attempt token of one candidate; a candidate's attempt token alone; a session of the
 * organization's staff; the super admin's session; any session; an attempt token or a staff session; a staff session
 * or the Param key of one.
 */
export type Access =
  | 'public'
  | 'invited'
  | 'candidate'
  | 'admin'
  | 'superadmin'
  | 'session'
  | 'candidate_or_admin'
  | 'invited_or_admin'
  | 'admin_or_param_key'

export interface Endpoint {
  who: Access
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The largest body in bytes, where JSON's usual limit is too small. */
  maxBytes?: number
  /** The body is multipart/form-data with one file under `file`; its other fields are the body. A large one is kept on the disk meanwhile. */
  upload?: true | 'on disk'
  /** The schema of `data`. */
  output: z.ZodType
  /** Beside those any call may answer (malformed, unauthorized, invalid, too_large, internal, unavailable). */
  errors?: readonly ErrorCode[]
  /** The answer holds what stands nowhere in clear: it is kept for no second request under its Idempotency-Key. */
  secret?: true
  /** Told beside `data` where the specification wants it there. */
  beside?: z.ZodObject
  /** The answer is a stream of server-sent events. */
  stream?: true
  /** The answer is a file of this media type, and the handler's data is the whole response. */
  file?: string
}
