import { Errno } from './abi.ts'
import type { DirectoryNode, VfsNode } from './vfs.ts'

export interface ResolvedPath {
  parent: DirectoryNode
  /** Last part of the path; empty when the path is the start folder itself. */
  name: string
  node: VfsNode | undefined
}

/** Splits a path into its parts; undefined when it leads out of the start folder. */
function parts(path: string): string[] | undefined {
  const found: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') {
      if (found.pop() === undefined) return undefined
    } else found.push(part)
  }
  return found
}

/** Finds where a path leads from `start`: a place, or an error number when a folder on the way is missing. */
export function resolve(start: DirectoryNode, path: string): ResolvedPath | number {
  if (path.includes('\0')) return Errno.inval
  const names = parts(path)
  if (names === undefined) return Errno.notcapable
  const name = names.pop()
  if (name === undefined) return { parent: start, name: '', node: start }
  let parent = start
  for (const step of names) {
    const next = parent.entries.get(step)
    if (next === undefined) return Errno.noent
    if (next.kind !== 'directory') return Errno.notdir
    parent = next
  }
  const node = parent.entries.get(name)
  if (path.endsWith('/') && node?.kind === 'file') return Errno.notdir
  return { parent, name, node }
}
