import { randomBytes } from 'node:crypto'
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type DiskRoom, diskRoom, isNearlyFull, roomInWords } from '../kit/diskRoom.ts'
import type { Diagnosis, Patient } from './diagnosis.ts'

const NAME = 'Disk'
const WRITES = 50
const BYTES = 4_096
/** A save waits for one: above it, many at once queue up. */
const SLOW_MS = 50

/** Room, kind and speed of the disk of the data directory. */
export async function examineDisk({ config }: Patient): Promise<Diagnosis> {
  const { dataDirectory } = config
  try {
    const [room, { type }] = [await diskRoom(dataDirectory), await statfs(dataDirectory)]
    return judgeDisk({ room, type, fsyncMs: await timeWrites(dataDirectory) })
  } catch (error) {
    return {
      name: NAME,
      ok: false,
      says: `Nothing can be written in ${dataDirectory}: ${(error as Error).message}.`,
      todo: 'Check that the directory is there, that it is writable for the account that runs the server, and that its disk has room.',
    }
  }
}

/** How long small writes to the end of a file took, each until it was on the disk; in milliseconds. */
async function timeWrites(folder: string): Promise<number[]> {
  const path = join(folder, `.doctor-${randomBytes(6).toString('hex')}`)
  const file = await open(path, 'ax', 0o600)
  const times: number[] = []
  try {
    const piece = Buffer.alloc(BYTES, 1)
    for (let i = 0; i < WRITES; i++) {
      const began = performance.now()
      await file.write(piece)
      await file.sync()
      times.push(performance.now() - began)
    }
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
  return times
}

/** File systems by their number in Linux (statfs(2)). */
const OVER_A_NETWORK: Readonly<Record<number, string>> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'CIFS',
  4266872130: 'SMB',
  16914839: '9P',
  12805120: 'Ceph',
  198183888: 'Lustre',
  1397113167: 'AFS',
}
const IN_MEMORY: Readonly<Record<number, string>> = { 16914836: 'tmpfs', 2240043254: 'ramfs' }
const OVERLAY = 0x794c7630
const FUSE = 0x65735546

/** @param fsyncMs how long each of some writes took until it was on the disk */
export function judgeDisk(seen: { room: DiskRoom; type: number; fsyncMs: readonly number[] }): Diagnosis {
  const { room, type } = seen
  const times = seen.fsyncMs.toSorted((a, b) => a - b)
  const at = (share: number): number => times[Math.ceil(share * times.length) - 1] ?? 0
  const [p50, p99] = [at(0.5), at(0.99)]
  const says = `${roomInWords(room)}; a write is on the disk after ${ms(p50)} (p99 ${ms(p99)}).`
  const wrong = (what: string, todo: string): Diagnosis => ({
    name: NAME,
    ok: false,
    says: `${what} ${says}`,
    todo,
  })
  const network = OVER_A_NETWORK[type >>> 0]
  if (network)
    return wrong(
      `The data directory lies on a network file system (${network}), where locks and fsync cannot be relied on.`,
      'Move the data directory to a local disk, and back up to the network instead.',
    )
  const memory = IN_MEMORY[type >>> 0]
  if (memory)
    return wrong(
      `The data directory lies in memory (${memory}): everything is gone with the next restart of the machine.`,
      'Move the data directory to a disk.',
    )
  if (isNearlyFull(room))
    return wrong(
      'It is nearly full.',
      'Make room, or move the data directory to a larger disk. Once it is full, nothing can be saved.',
    )
  if (p50 > SLOW_MS)
    return wrong(
      `It is slow: half of all writes take longer than ${SLOW_MS} ms, and each group of saves waits for one.`,
      'Use a local SSD. On a virtual machine, ask for a disk with guaranteed operations, and look for what else writes to it.',
    )
  const advice =
    type >>> 0 === OVERLAY
      ? 'This looks like a container’s own layer, which goes with the container: make sure that the data directory is a volume.'
      : type >>> 0 === FUSE
        ? 'It is a FUSE file system: make sure that it is a local one.'
        : p99 > SLOW_MS
          ? `Now and then a write takes longer than ${SLOW_MS} ms: look for what else writes to this disk.`
          : undefined
  return { name: NAME, ok: true, says, ...(advice && { todo: advice }) }
}

const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
