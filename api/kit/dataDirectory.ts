import { mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'

/** The data directory: made, and tried before anything is kept there. */

/** The folder in it where a single executable keeps its unpacked program: no part of what an installation keeps. */
export const PROGRAM = 'program'

/**
 * Makes a directory and what is missing above it. Part by part: where a file system takes no directories, as /proc,
 * making all at once tries for ever.
 */
export function makeDirectory(path: string): void {
  if (isDirectory(path)) return
  const above = dirname(path)
  if (above !== path) makeDirectory(above)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (!isDirectory(path)) throw error
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** Why nothing can be kept in this directory, to be read behind the setting's name; null where it can. It makes it. */
export function directoryError(path: string): string | null {
  const error = folderError(path)
  return error && `cannot be used as the data directory: ${error}`
}

/** The path of a folder and why nothing can be kept there; null where it can. It makes it. */
export function folderError(path: string): string | null {
  try {
    makeDirectory(path)
    rmdirSync(mkdtempSync(join(path, '.try-')))
    return null
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return `${path} ${reasons[code ?? ''] ?? `takes no files (${message})`}`
  }
}

const reasons: Record<string, string> = {
  EEXIST: 'or a part of it is a file',
  ENOTDIR: 'or a part of it is a file',
  EACCES: 'may not be written to by the account that starts the server',
  EPERM: 'may not be written to by the account that starts the server',
  EROFS: 'is on a read-only file system',
  ENOSPC: 'is on a full disk',
  EDQUOT: 'is on a disk whose quota for this account is used up',
  ENAMETOOLONG: 'is too long a name',
  ENOENT: 'cannot be created there',
}

/** A folder, or a file or folder at any depth in it. */
export const isWithin = (path: string, folder: string): boolean =>
  `${resolve(path)}${sep}`.startsWith(`${resolve(folder)}${sep}`)
