import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'

/**
 * The key of a picture that was put under an address of this server, the query of which does not matter; null for none.
 * @throws Refusal invalid for an address that is no stored picture of this organization
 */
export async function imageKeyOf(
  ctx: Context,
  organizationId: number,
  address: string | null,
): Promise<string | null> {
  if (address === null || address === '') return null
  const key = keyIn(ctx, address)
  const isOwn = key !== null && new RegExp(`^images/${organizationId}-[\\w-]+\\.(png|jpg)$`).test(key)
  const stream = isOwn ? await ctx.storage.get(key) : null
  if (!stream) throw noPicture()
  stream.destroy()
  return key
}

function keyIn(ctx: Context, address: string): string | null {
  const path = (address.startsWith(`${ctx.base}/`) ? address.slice(ctx.base.length) : address).split(
    '?',
    1,
  )[0]
  return path?.startsWith('/files/') ? path.slice('/files/'.length) : null
}

const SENTENCE = 'There is no picture of yours at this address. Upload it first.'
const noPicture = (): Refusal => new Refusal('invalid', SENTENCE, { errors: { image_url: [SENTENCE] } })
