import { ALL_RIGHTS, Errno, FD_FLAG_APPEND, OpenFlag, RIGHT_READ, RIGHT_WRITE } from './abi.ts'
import { openDirectory, openFile } from './descriptors.ts'
import type { Guest } from './guest.ts'
import { type ResolvedPath, resolve } from './paths.ts'
import { writeFilestat } from './structs.ts'
import type { DescriptorTable } from './table.ts'
import type { Vfs } from './vfs.ts'

/** The calls of WASI that take a path relative to an open folder. Links do not exist here. */
export function pathCalls(guest: Guest, table: DescriptorTable, vfs: Vfs): Record<string, unknown> {
  const find = (fd: number, at: number, length: number): ResolvedPath | number => {
    const directory = table.get(fd)?.directory
    return directory === undefined ? Errno.badf : resolve(directory, guest.text(at, length))
  }

  const open = (place: ResolvedPath, flags: number, append: boolean, rights: bigint): number => {
    let node = place.node
    if (node === undefined) {
      if ((flags & OpenFlag.create) === 0) return -Errno.noent
      if ((flags & OpenFlag.directory) !== 0) return -Errno.inval
      node = vfs.createFile(place.parent, place.name)
      if (node === undefined) return -Errno.nospc
    } else if ((flags & OpenFlag.exclusive) !== 0) return -Errno.exist
    if (node.kind === 'directory') {
      const writes = (rights & RIGHT_WRITE) !== 0n && (rights & RIGHT_READ) === 0n
      return writes ? -Errno.isdir : table.add(openDirectory(node))
    }
    if ((flags & OpenFlag.directory) !== 0) return -Errno.notdir
    if ((flags & OpenFlag.truncate) !== 0) vfs.resize(node, 0)
    return table.add(openFile(vfs, node, { append, rights: rights & ALL_RIGHTS }))
  }

  const remove = (fd: number, at: number, length: number, kind: 'file' | 'directory'): number => {
    const place = find(fd, at, length)
    if (typeof place === 'number') return place
    if (place.node === undefined) return Errno.noent
    if (place.name === '') return Errno.inval
    if (place.node.kind !== kind) return kind === 'file' ? Errno.isdir : Errno.notdir
    if (place.node.kind === 'directory' && place.node.entries.size > 0) return Errno.notempty
    vfs.remove(place.parent, place.name)
    return Errno.success
  }

  const rename = (from: ResolvedPath, to: ResolvedPath): number => {
    if (from.node === undefined) return Errno.noent
    if (from.name === '' || to.name === '') return Errno.inval
    if (from.node === to.node) return Errno.success
    if (to.node?.kind === 'directory') {
      if (from.node.kind !== 'directory') return Errno.isdir
      if (to.node.entries.size > 0) return Errno.notempty
    } else if (to.node !== undefined && from.node.kind === 'directory') return Errno.notdir
    // A folder must not move into itself: its part of the tree would be lost, with its share of the quota.
    if (from.node.kind === 'directory' && contains(from.node, to.parent)) return Errno.inval
    if (to.node !== undefined) vfs.remove(to.parent, to.name)
    from.parent.entries.delete(from.name)
    to.parent.entries.set(to.name, from.node)
    return Errno.success
  }

  return {
    path_open(
      fd: number,
      _lookup: number,
      at: number,
      length: number,
      flags: number,
      rights: bigint,
      _inheriting: bigint,
      fdFlags: number,
      out: number,
    ): number {
      const place = find(fd, at, length)
      if (typeof place === 'number') return place
      const opened = open(place, flags, (fdFlags & FD_FLAG_APPEND) !== 0, rights)
      if (opened < 0) return -opened
      guest.setU32(out, opened)
      return Errno.success
    },
    path_filestat_get(fd: number, _flags: number, at: number, length: number, out: number): number {
      const place = find(fd, at, length)
      if (typeof place === 'number') return place
      if (place.node === undefined) return Errno.noent
      writeFilestat(guest, out, place.node)
      return Errno.success
    },
    path_filestat_set_times: () => Errno.success,
    path_create_directory(fd: number, at: number, length: number): number {
      const place = find(fd, at, length)
      if (typeof place === 'number') return place
      if (place.node !== undefined) return Errno.exist
      return vfs.createDirectory(place.parent, place.name) === undefined ? Errno.nospc : Errno.success
    },
    path_unlink_file: (fd: number, at: number, length: number) => remove(fd, at, length, 'file'),
    path_remove_directory: (fd: number, at: number, length: number) => remove(fd, at, length, 'directory'),
    path_rename(
      fd: number,
      at: number,
      length: number,
      toFd: number,
      toAt: number,
      toLength: number,
    ): number {
      const from = find(fd, at, length)
      if (typeof from === 'number') return from
      const to = find(toFd, toAt, toLength)
      return typeof to === 'number' ? to : rename(from, to)
    },
    path_link: () => Errno.notsup,
    path_symlink: () => Errno.notsup,
    path_readlink: () => Errno.inval,
  }
}

function contains(outer: ResolvedPath['parent'], inner: ResolvedPath['parent']): boolean {
  if (outer === inner) return true
  for (const child of outer.entries.values()) {
    if (child.kind === 'directory' && contains(child, inner)) return true
  }
  return false
}
