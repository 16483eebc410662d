import { strFromU8 } from 'fflate'

/** The checksums in a zip's table of contents, which its unpacking does not look at. */

const END = 0x06054b50
const ENTRY = 0x02014b50
const END_BYTES = 22
const ENTRY_BYTES = 46
/** The longest comment behind the end. */
const COMMENT_BYTES = 65_535
const UTF_8 = 1 << 11

/** @returns CRC-32 by the file's path; null where there is no whole table of contents */
export function checksumsOf(bytes: Uint8Array): ReadonlyMap<string, number> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOf(view)
  if (end === null) return null
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  const sums = new Map<string, number>()
  for (let i = 0; i < count; i++) {
    if (at + ENTRY_BYTES > end || view.getUint32(at, true) !== ENTRY) return null
    const nameLength = view.getUint16(at + 28, true)
    const name = bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength)
    const isUtf8 = (view.getUint16(at + 8, true) & UTF_8) !== 0
    sums.set(strFromU8(name, !isUtf8), view.getUint32(at + 16, true))
    at += ENTRY_BYTES + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return sums
}

function endOf(view: DataView): number | null {
  const last = view.byteLength - END_BYTES
  for (let at = last; at >= Math.max(0, last - COMMENT_BYTES); at--)
    if (view.getUint32(at, true) === END) return at
  return null
}
