import type { ImportError } from '#contract/views/bank.ts'
import { listPictureKeys } from '#db/queries/staging.ts'
import type { Context } from '../../context.ts'
import { DomainError } from '../../kit/errors.ts'
import { imageKeyOf, keyInAddress } from '../images.ts'
import { quoted } from './quoted.ts'

/** The pictures that rows name by their addresses: those of this organization, as its own export wrote them. */

export interface NamedPicture {
  row: number
  column: string
  address: string
}

/** @returns the key of each address, and an error for each that names no picture of this organization */
export async function importedPictures(
  ctx: Context,
  organizationId: number,
  named: readonly NamedPicture[],
): Promise<{ keys: ReadonlyMap<string, string>; errors: ImportError[] }> {
  const addresses = [...new Set(named.map((one) => one.address))]
  const given = addresses.flatMap((address) => keyInAddress(ctx, address) ?? [])
  const kept =
    given.length > 0 ? await listPictureKeys(ctx.db.read, organizationId, given) : new Set<string>()
  const keys = new Map<string, string>()
  const reasons = new Map<string, string>()
  for (const address of addresses) {
    try {
      const key = await imageKeyOf(ctx, organizationId, address, kept)
      if (key !== null) keys.set(address, key)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      reasons.set(address, error.message)
    }
  }
  const errors = named.flatMap(({ row, column, address }) => {
    const reason = reasons.get(address)
    return reason === undefined ? [] : [{ row, column, value: quoted(address), reason }]
  })
  return { keys, errors }
}
