import { ALL_RIGHTS, Errno, FileType, RIGHT_READ, RIGHT_WRITE } from './abi.ts'
import type { DirectoryNode, FileNode, Vfs } from './vfs.ts'

/** An open file, folder or stream. Each operation gives a count or an error number as a negative value. */
export interface Descriptor {
  readonly fileType: number
  readonly rights: bigint
  /** Name of a folder that is open from the start. */
  readonly preopen?: string
  readonly directory?: DirectoryNode
  readonly file?: FileNode
  append?: boolean
  position?: number
  read(into: Uint8Array, at?: number): number
  write(bytes: Uint8Array, at?: number): number
  /** Called once, when it is closed. */
  close?(): void
}

const refuse = () => -Errno.badf

/** Standard input: bytes that are there from the start, then the end. */
export function inputStream(bytes: Uint8Array): Descriptor {
  let position = 0
  return {
    fileType: FileType.pipe,
    rights: RIGHT_READ,
    read(into) {
      const chunk = bytes.subarray(position, position + into.length)
      into.set(chunk)
      position += chunk.length
      return chunk.length
    },
    write: refuse,
  }
}

/** A stream that hands every write to `accept`, which may throw to end the program. */
export function outputStream(accept: (bytes: Uint8Array) => void): Descriptor {
  return {
    fileType: FileType.pipe,
    rights: RIGHT_WRITE,
    read: refuse,
    write(bytes) {
      accept(bytes)
      return bytes.length
    },
  }
}

export function openDirectory(directory: DirectoryNode, preopen?: string): Descriptor {
  return {
    fileType: FileType.directory,
    rights: ALL_RIGHTS,
    preopen,
    directory,
    read: () => -Errno.isdir,
    write: () => -Errno.isdir,
  }
}

/** Opens a file; it is held until the descriptor is closed. */
export function openFile(vfs: Vfs, file: FileNode, options: { append: boolean; rights: bigint }): Descriptor {
  vfs.open(file)
  const descriptor: Descriptor = {
    fileType: FileType.regular,
    close: () => vfs.close(file),
    rights: options.rights,
    file,
    append: options.append,
    position: 0,
    read(into, at) {
      const from = at ?? descriptor.position ?? 0
      const chunk = file.data.subarray(Math.min(from, file.size), Math.min(file.size, from + into.length))
      into.set(chunk)
      if (at === undefined) descriptor.position = from + chunk.length
      return chunk.length
    },
    write(bytes, at) {
      if ((options.rights & RIGHT_WRITE) === 0n) return -Errno.badf
      const from = at ?? (descriptor.append ? file.size : (descriptor.position ?? 0))
      const errno = vfs.write(file, from, bytes)
      if (errno !== Errno.success) return -errno
      if (at === undefined) descriptor.position = from + bytes.length
      return bytes.length
    },
  }
  return descriptor
}
