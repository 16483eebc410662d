import { Errno } from './abi.ts'
import type { Descriptor } from './descriptors.ts'
import type { Guest } from './guest.ts'
import { writeDirents, writeFdstat, writeFilestat } from './structs.ts'
import type { DescriptorTable } from './table.ts'
import type { Vfs } from './vfs.ts'

type Move = (descriptor: Descriptor, buffer: Uint8Array, at: number | undefined) => number

/** Runs a read or a write over a list of buffers; stops at the first short one. */
function transfer(
  guest: Guest,
  descriptor: Descriptor | undefined,
  list: { at: number; count: number; total: number; position?: bigint },
  move: Move,
): number {
  if (descriptor === undefined) return Errno.badf
  let done = 0
  for (const buffer of guest.vectors(list.at, list.count)) {
    if (buffer.length === 0) continue
    const at = list.position === undefined ? undefined : Number(list.position) + done
    const moved = move(descriptor, buffer, at)
    if (moved < 0) {
      if (done > 0) break
      return -moved
    }
    done += moved
    if (moved < buffer.length) break
  }
  guest.setU32(list.total, done)
  return Errno.success
}

const read: Move = (descriptor, buffer, at) => descriptor.read(buffer, at)
const write: Move = (descriptor, buffer, at) => descriptor.write(buffer, at)

/** The calls of WASI that work on an open descriptor. */
export function fdCalls(guest: Guest, table: DescriptorTable, vfs: Vfs): Record<string, unknown> {
  const known = (fd: number) => (table.get(fd) === undefined ? Errno.badf : Errno.success)

  const resize = (fd: number, size: bigint, onlyGrow: boolean): number => {
    const file = table.get(fd)?.file
    if (file === undefined) return Errno.badf
    if (onlyGrow && Number(size) <= file.size) return Errno.success
    return vfs.resize(file, Number(size))
  }

  return {
    fd_advise: known,
    fd_datasync: known,
    fd_sync: known,
    fd_fdstat_set_rights: known,
    fd_filestat_set_times: known,
    fd_close: (fd: number) => table.close(fd),
    fd_allocate: (fd: number, offset: bigint, length: bigint) => resize(fd, offset + length, true),
    fd_filestat_set_size: (fd: number, size: bigint) => resize(fd, size, false),
    fd_read: (fd: number, at: number, count: number, total: number) =>
      transfer(guest, table.get(fd), { at, count, total }, read),
    fd_pread: (fd: number, at: number, count: number, position: bigint, total: number) =>
      table.get(fd)?.file
        ? transfer(guest, table.get(fd), { at, count, total, position }, read)
        : Errno.spipe,
    fd_write: (fd: number, at: number, count: number, total: number) =>
      transfer(guest, table.get(fd), { at, count, total }, write),
    fd_pwrite: (fd: number, at: number, count: number, position: bigint, total: number) =>
      table.get(fd)?.file
        ? transfer(guest, table.get(fd), { at, count, total, position }, write)
        : Errno.spipe,
    fd_fdstat_get(fd: number, out: number): number {
      const descriptor = table.get(fd)
      if (descriptor === undefined) return Errno.badf
      writeFdstat(guest, out, descriptor)
      return Errno.success
    },
    fd_fdstat_set_flags(fd: number, flags: number): number {
      const descriptor = table.get(fd)
      if (descriptor === undefined) return Errno.badf
      descriptor.append = (flags & 1) !== 0
      return Errno.success
    },
    fd_filestat_get(fd: number, out: number): number {
      const descriptor = table.get(fd)
      if (descriptor === undefined) return Errno.badf
      writeFilestat(guest, out, descriptor.file ?? descriptor.directory)
      return Errno.success
    },
    fd_readdir(fd: number, at: number, length: number, cookie: bigint, used: number): number {
      const directory = table.get(fd)?.directory
      if (directory === undefined) return Errno.badf
      guest.setU32(used, writeDirents(guest.bytes(at, length), directory, Number(cookie)))
      return Errno.success
    },
    fd_renumber: () => Errno.notsup,
    fd_seek(fd: number, offset: bigint, whence: number, out: number): number {
      const descriptor = table.get(fd)
      if (descriptor === undefined) return Errno.badf
      if (descriptor.file === undefined) return Errno.spipe
      const bases = [0, descriptor.position ?? 0, descriptor.file.size]
      const base = bases[whence]
      if (base === undefined || base + Number(offset) < 0) return Errno.inval
      descriptor.position = base + Number(offset)
      guest.setU64(out, BigInt(descriptor.position))
      return Errno.success
    },
    fd_tell(fd: number, out: number): number {
      const descriptor = table.get(fd)
      if (descriptor === undefined) return Errno.badf
      if (descriptor.file === undefined) return Errno.spipe
      guest.setU64(out, BigInt(descriptor.position ?? 0))
      return Errno.success
    },
    fd_prestat_get(fd: number, out: number): number {
      const name = table.get(fd)?.preopen
      if (name === undefined) return Errno.badf
      guest.setU32(out, 0)
      guest.setU32(out + 4, new TextEncoder().encode(name).length)
      return Errno.success
    },
    fd_prestat_dir_name(fd: number, at: number, length: number): number {
      const name = table.get(fd)?.preopen
      if (name === undefined) return Errno.badf
      guest.bytes(at, length).set(new TextEncoder().encode(name).subarray(0, length))
      return Errno.success
    },
  }
}
