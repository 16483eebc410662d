import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './figures.ts'

/** Median milliseconds of one 4 KB write and fdatasync in a folder: what a commit alone costs on its disk. */
export function syncTime(folder: string, times: number): number {
  const path = join(folder, 'fsync.probe')
  const file = openSync(path, 'w')
  const page = Buffer.alloc(4096, 7)
  const took: number[] = []
  for (let i = 0; i < times; i++) {
    const start = performance.now()
    writeSync(file, page)
    fdatasyncSync(file)
    took.push(performance.now() - start)
  }
  closeSync(file)
  rmSync(path)
  return median(took)
}
