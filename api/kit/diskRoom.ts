import { statfs } from 'node:fs/promises'

/** The room on the disk of a folder, in bytes: what this account may still use, and all there is. */
export interface DiskRoom {
  free: number
  size: number
}

/** Below either of these a disk counts as nearly full. */
const LOW_SHARE = 0.1
const LOW_BYTES = 1_000_000_000

/** @throws where the folder cannot be reached */
export async function diskRoom(folder: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}

export const isNearlyFull = ({ free, size }: DiskRoom): boolean => free < LOW_BYTES || free < size * LOW_SHARE

/** `3.2 GB free of 50 GB`, for people. */
export const roomInWords = ({ free, size }: DiskRoom): string => `${amount(free)} free of ${amount(size)}`

function amount(bytes: number): string {
  const [unit, name] = bytes >= 1_000_000_000 ? [1_000_000_000, 'GB'] : [1_000_000, 'MB']
  const value = bytes / unit
  return `${value >= 10 ? Math.round(value) : value.toFixed(1)} ${name}`
}
