import { findAttempt } from '../db/attempts.ts'
import { deviceId } from '../db/device.ts'
import { localDatabase, reopenDatabase } from '../db/schema.ts'
import type { Memory } from '../memory.ts'
import { randomText } from '../random.ts'

/** Keeps the test anew where the device's storage was deleted under it; looks by itself, and when somebody asks. */
export function restoreIfGone(memory: Memory): void {
  // Asked for while the storage is there: it tells whose lease this is.
  const device = deviceId(localDatabase()).catch(() => randomText(16))
  let restoring: Promise<boolean> | null = null

  const restore = async (): Promise<boolean> => {
    const { isHolder, attempt } = memory.state
    if (!isHolder) return false
    // A deletion of the database closes it under this page.
    const known = await findAttempt(localDatabase(), attempt.attempt_id).catch(() =>
      findAttempt(reopenDatabase(), attempt.attempt_id),
    )
    if (known !== undefined) return false
    const db = localDatabase()
    const { restoreAttempt } = await import('./restore.ts')
    if (!(await restoreAttempt(db, memory.state, await device))) return false
    await memory.request('BEGIN_ANEW')
    return true
  }
  const once = (): Promise<boolean> => {
    restoring ??= restore()
      .catch(() => false)
      .finally(() => {
        restoring = null
      })
    return restoring
  }
  memory.answer('RESTORE', once)
  memory.on('LOOK', () => {
    if (memory.state.isHolder) void once()
  })
}
