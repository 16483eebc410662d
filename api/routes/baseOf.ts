import type { Context as HonoContext } from 'hono'
import type { Context } from '../context.ts'

/** The address at which a caller reaches this installation: as it is configured, else as the request was addressed. */
export const baseOf = ({ config }: Pick<Context, 'config'>, c: HonoContext): string =>
  config.publicUrl ?? new URL(c.req.url).origin
