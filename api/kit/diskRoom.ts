import { statfs } from 'node:fs/promises'

/** The room on the disk of a folder, in bytes: what this account may still use, and all there is. */
export interface DiskRoom {
  free: number
  size: number
}

/** @throws where the folder cannot be reached */
export async function diskRoom(folder: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}
