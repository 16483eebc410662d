import { DomainError } from '../../kit/errors.ts'
import { Semaphore } from '../../kit/semaphore.ts'

/**
 * Whose file is read now. Each takes a thread with much memory and much of a processor, beside candidates who save: one
 * at a time for all organizations, a few wait, and everybody else is asked to come again. That also keeps the note of
 * rows that are being written to one.
 */

const MAX_WAITING = 6
/** One that is read and two that wait. */
const A_PERSON = 3
const RETRY_SECONDS = 10

const turn = new Semaphore(1)
const byUser = new Map<number, number>()

/**
 * Waits for its turn.
 * @returns what ends it
 * @throws DomainError too_many_requests where this person has files waiting; unavailable where too many wait
 */
export async function takeFileTurn(userId: number): Promise<() => void> {
  const own = byUser.get(userId) ?? 0
  if (own >= A_PERSON)
    throw new DomainError(
      'too_many_requests',
      'Your other files are still being read. Wait until they are done.',
      {
        retryAfterSeconds: RETRY_SECONDS,
      },
    )
  if (turn.waiting >= MAX_WAITING)
    throw new DomainError('unavailable', 'Many files are being read. Try again in a few seconds.', {
      retryAfterSeconds: RETRY_SECONDS,
    })
  byUser.set(userId, own + 1)
  const release = await turn.acquire()
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    const left = (byUser.get(userId) ?? 1) - 1
    if (left > 0) byUser.set(userId, left)
    else byUser.delete(userId)
    release()
  }
}
