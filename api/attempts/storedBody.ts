import { inflateRawSync } from 'node:zlib'

/** The body of an op as it lies in the log, as text again: JSON. */
export const storedText = (body: Uint8Array, isDeflated: boolean): string =>
  (isDeflated ? inflateRawSync(body) : Buffer.from(body)).toString('utf8')
