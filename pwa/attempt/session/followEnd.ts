import { clearUnloadBuffer } from '../db/unloadBuffer.ts'
import type { Memory } from '../memory.ts'
import { clearSession, keepFinishedInTab, markFinished } from './store.ts'

/** The browser's session ends with the test, and a page that knows too little of its end is brought anew. */
export function followEnd(memory: Memory): void {
  memory.on('FINISH_KEPT', markFinished)
  memory.on('SERVER_HEARD', () => {
    if (memory.state.attempt.state !== 'running') markFinished()
  })
  memory.on('TEST_FORGOTTEN', () => {
    const { attempt_id, drive_id, candidate_id } = memory.state.attempt
    const test = { attemptId: attempt_id, driveId: drive_id, candidateId: candidate_id }
    clearSession(test)
    keepFinishedInTab(test)
    clearUnloadBuffer(attempt_id)
  })
  // The next page says that it is over, and how it ended.
  memory.on('TEST_GONE', () => location.reload())
  // This page's knowledge of its end is old.
  memory.on('TEST_IS_BACK', () => location.reload())
}
