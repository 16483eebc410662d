import { FileType } from './abi.ts'
import type { Descriptor } from './descriptors.ts'
import type { Guest } from './guest.ts'
import type { DirectoryNode, VfsNode } from './vfs.ts'

function typeOf(node: VfsNode | undefined): number {
  if (node === undefined) return FileType.pipe
  return node.kind === 'file' ? FileType.regular : FileType.directory
}

/** Writes the 24 bytes of an fdstat. */
export function writeFdstat(guest: Guest, out: number, descriptor: Descriptor): void {
  guest.bytes(out, 24).fill(0)
  guest.bytes(out, 1)[0] = descriptor.fileType
  guest.view().setUint16(out + 2, descriptor.append ? 1 : 0, true)
  guest.setU64(out + 8, descriptor.rights)
  guest.setU64(out + 16, descriptor.rights)
}

/** Writes the 64 bytes of a filestat; without a node it describes a stream. */
export function writeFilestat(guest: Guest, out: number, node: VfsNode | undefined): void {
  guest.bytes(out, 64).fill(0)
  guest.setU64(out + 8, node?.ino ?? 0n)
  guest.bytes(out + 16, 1)[0] = typeOf(node)
  guest.setU64(out + 24, 1n)
  guest.setU64(out + 32, node?.kind === 'file' ? BigInt(node.size) : 0n)
  for (const at of [40, 48, 56]) guest.setU64(out + at, node?.modified ?? 0n)
}

/** Fills `buffer` with folder entries from number `first` on, the last one cut off. Returns the bytes used. */
export function writeDirents(buffer: Uint8Array, directory: DirectoryNode, first: number): number {
  const names: [string, VfsNode][] = [['.', directory], ['..', directory], ...directory.entries]
  let used = 0
  for (let index = first; index < names.length && used < buffer.length; index++) {
    const [name, node] = names[index] ?? ['', directory]
    const encoded = new TextEncoder().encode(name)
    const entry = new Uint8Array(24 + encoded.length)
    const view = new DataView(entry.buffer)
    view.setBigUint64(0, BigInt(index + 1), true)
    view.setBigUint64(8, node.ino, true)
    view.setUint32(16, encoded.length, true)
    view.setUint8(20, typeOf(node))
    entry.set(encoded, 24)
    buffer.set(entry.subarray(0, buffer.length - used), used)
    used = Math.min(buffer.length, used + entry.length)
  }
  return used
}
