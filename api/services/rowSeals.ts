import type { RowSealer, SealedAttempt } from '#db/rowSeals.ts'
import type { Keys } from '../kit/keys.ts'

/**
 * The seal over an attempt's rows beside its log: the sum of what its rows weigh, and a MAC of that sum. A row's weight is
 * known to whoever has the keys, so nobody else can say what the sum must be; and a sum is changed by what comes and goes,
 * without reading the rest.
 */

/** Sums wrap here, as weights have 256 bits. */
const MODULUS = 1n << 256n

const sealOfSum = (keys: Keys, { id, ref }: SealedAttempt, sum: bigint): string => {
  const text = sum.toString(16)
  return `${text}.${keys.signature('rows', id, ref, text).slice(0, 22)}`
}

/** @returns the seal of rows that weigh so much together */
export const rowsSeal = (keys: Keys, of: SealedAttempt, weights: readonly bigint[]): string =>
  sealOfSum(keys, of, weights.reduce((sum, weight) => sum + weight, 0n) % MODULUS)

export const rowSealer = (keys: Keys): RowSealer => ({
  weigh: (row) => keys.rowWeight(row),
  reseal(of, change, isNew) {
    const before = isNew ? 0n : sumOf(keys, of)
    if (before === null) return null
    // Twice, because the change may be below zero.
    return sealOfSum(keys, of, (((before + change) % MODULUS) + MODULUS) % MODULUS)
  },
})

function sumOf(keys: Keys, of: SealedAttempt): bigint | null {
  const [text = ''] = of.rows_seal.split('.', 1)
  if (!/^[0-9a-f]{1,64}$/.test(text)) return null
  const sum = BigInt(`0x${text}`)
  return sealOfSum(keys, of, sum) === of.rows_seal ? sum : null
}
