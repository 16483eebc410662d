import { Errno } from './abi.ts'

export interface FileNode {
  kind: 'file'
  ino: bigint
  /** Room for the contents, all of it held against the quota; only the first `size` bytes are the file's. */
  data: Uint8Array
  size: number
  modified: bigint
  /** How many descriptors hold it: what is removed stays until the last one is closed. */
  opens: number
  isRemoved: boolean
}

export interface DirectoryNode {
  kind: 'directory'
  ino: bigint
  entries: Map<string, VfsNode>
  modified: bigint
}

export type VfsNode = FileNode | DirectoryNode

/** The cost of one file or folder besides its contents, so that empty ones are bounded too. */
const NODE_COST = 512

/** A file that grows gets at most so much room ahead. */
const ROOM_AHEAD = 4 * 1024 * 1024

/** A small tree of files in memory whose total size is bounded. It knows nothing of any real file system. */
export class Vfs {
  readonly root: DirectoryNode
  private used = 0
  private nextIno = 1n
  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
    this.root = { kind: 'directory', ino: 0n, entries: new Map(), modified: 0n }
  }

  /** Reserves bytes of the quota; false when there is no room left. */
  reserve(bytes: number): boolean {
    if (this.used + bytes > this.limit) return false
    this.used += bytes
    return true
  }

  private created(): { ino: bigint; modified: bigint } {
    return { ino: this.nextIno++, modified: BigInt(Date.now()) * 1_000_000n }
  }

  createFile(parent: DirectoryNode, name: string): FileNode | undefined {
    if (!this.reserve(NODE_COST)) return undefined
    const file: FileNode = {
      kind: 'file',
      ...this.created(),
      data: new Uint8Array(0),
      size: 0,
      opens: 0,
      isRemoved: false,
    }
    parent.entries.set(name, file)
    return file
  }

  createDirectory(parent: DirectoryNode, name: string): DirectoryNode | undefined {
    if (!this.reserve(NODE_COST)) return undefined
    const directory: DirectoryNode = { kind: 'directory', ...this.created(), entries: new Map() }
    parent.entries.set(name, directory)
    return directory
  }

  /** Takes an entry out of its folder and, unless the file is still open somewhere, gives its space back. */
  remove(parent: DirectoryNode, name: string): void {
    const node = parent.entries.get(name)
    if (node === undefined) return
    parent.entries.delete(name)
    if (node.kind === 'directory') this.used -= NODE_COST
    else {
      node.isRemoved = true
      this.giveBack(node)
    }
  }

  open(file: FileNode): void {
    file.opens++
  }

  close(file: FileNode): void {
    file.opens--
    this.giveBack(file)
  }

  /** Frees the room of a file that nobody can reach any more. */
  private giveBack(file: FileNode): void {
    if (!file.isRemoved || file.opens > 0) return
    this.used -= NODE_COST + file.data.length
    file.data = new Uint8Array(0)
    file.size = 0
  }

  /** Sets a file's size, with zeros for what is new. Returns an error number. */
  resize(file: FileNode, size: number): number {
    if (size > file.data.length) {
      const most = file.data.length + this.limit - this.used
      if (size > most) return Errno.nospc
      // Room ahead keeps appending cheap.
      const ahead = Math.min(2 * file.data.length, file.data.length + ROOM_AHEAD)
      this.setRoom(file, Math.min(most, Math.max(size, ahead)))
    } else if (size < file.data.length / 2) this.setRoom(file, size)
    if (size < file.size) file.data.fill(0, size)
    file.size = size
    return Errno.success
  }

  /** Moves a file to an array of that length, for which there is room. */
  private setRoom(file: FileNode, room: number): void {
    this.used += room - file.data.length
    const data = new Uint8Array(room)
    data.set(file.data.subarray(0, Math.min(room, file.size)))
    file.data = data
  }

  write(file: FileNode, position: number, bytes: Uint8Array): number {
    const end = position + bytes.length
    if (end > file.size) {
      const errno = this.resize(file, end)
      if (errno !== Errno.success) return errno
    }
    file.data.set(bytes, position)
    file.modified = BigInt(Date.now()) * 1_000_000n
    return Errno.success
  }
}
