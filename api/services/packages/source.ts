import { readSync } from 'node:fs'

/** The bytes of a package, read at any place: no more of it is held than is looked at. */
export interface ByteSource {
  size: number
  /** So many bytes from a place; fewer where it ends before. */
  read(at: number, length: number): Buffer
}

/** A file that is open; whoever opened it closes it. */
export const fileSource = (fd: number, size: number): ByteSource => ({
  size,
  read(at, length) {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - at)))
    let got = 0
    while (got < bytes.length) {
      const read = readSync(fd, bytes, got, bytes.length - got, at + got)
      if (read === 0) break
      got += read
    }
    return bytes.subarray(0, got)
  },
})

export const memorySource = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: (at, length) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(at, at + length),
})
