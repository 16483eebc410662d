import { Errno } from './abi.ts'

export interface FileNode {
  kind: 'file'
  ino: bigint
  /** Room for the contents; only the first `size` bytes count. */
  data: Uint8Array
  size: number
  modified: bigint
}

export interface DirectoryNode {
  kind: 'directory'
  ino: bigint
  entries: Map<string, VfsNode>
  modified: bigint
}

export type VfsNode = FileNode | DirectoryNode

/** What one file or folder costs besides its contents, so that empty ones are bounded too. */
const NODE_COST = 512

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
    const file: FileNode = { kind: 'file', ...this.created(), data: new Uint8Array(0), size: 0 }
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
    this.used -= NODE_COST + (node.kind === 'file' ? node.size : 0)
  }

  /** Sets a file's size, with zeros for what is new. Returns an error number. */
  resize(file: FileNode, size: number): number {
    if (!this.reserve(size - file.size)) return Errno.nospc
    if (size > file.data.length) {
      // Doubling keeps appending cheap, for at most twice the quota of real memory.
      const grown = new Uint8Array(Math.max(size, file.data.length * 2))
      grown.set(file.data.subarray(0, file.size))
      file.data = grown
    } else if (size < file.size) {
      file.data.fill(0, size, file.size)
    }
    file.size = size
    return Errno.success
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
