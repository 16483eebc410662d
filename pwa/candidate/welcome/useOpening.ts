import { useCallback, useEffect, useState } from 'react'
import { CallError } from '#pwa/http/call.ts'
import { type OpenedDrive, openDrive, openedDrive } from '../drive.ts'
import { pollDelay, pollWhileVisible, retryDelay, saysTheSame } from './pollWhileVisible.ts'

export type Opening = { drive: OpenedDrive } | { error: Error } | null

/** The link opens nothing any more: no later look at it says otherwise. */
const isRefused = (error: Error): boolean =>
  error instanceof CallError &&
  (error.code === 'not_found' || error.code === 'unauthorized' || error.code === 'test_over')

/**
 * The drive that was there stays if it says the same: nothing that hangs on it, the readiness check above all, begins
 * anew.
 */
const taking =
  (drive: OpenedDrive) =>
  (before: Opening): Opening =>
    before && 'drive' in before && !before.drive.isKept && saysTheSame(before.drive.view, drive.view)
      ? before
      : { drive }

/** A page that already shows the drive keeps showing it, also one that an earlier page had. */
const failing =
  (error: Error) =>
  (before: Opening): Opening =>
    before && 'drive' in before && !isRefused(error) ? before : { error }

/**
 * The drive of a link, and what becomes of it while the page waits: moved, ended, finished elsewhere. It looks again by
 * itself, quietly, and at once when the page is looked at again.
 */
export function useOpening(token: string) {
  const [opening, setOpening] = useState<Opening>(() => {
    const drive = openedDrive(token)
    return drive && { drive }
  })
  /** The newest look failed: what stands on the page may have changed. */
  const [isStale, setStale] = useState(false)
  /** How often somebody asked for another look. */
  const [turn, setTurn] = useState(0)
  const load = useCallback(
    (fresh: boolean) =>
      openDrive(token, fresh).then(
        (drive) => {
          setOpening(taking(drive))
          setStale(false)
          return drive
        },
        (error: Error) => {
          setOpening(failing(error))
          setStale(true)
          return error
        },
      ),
    [token],
  )
  useEffect(() => {
    const follow = (found: OpenedDrive | Error) => {
      const isFailed = found instanceof Error
      if (isFailed && isRefused(found)) return
      plan(isFailed ? retryDelay(Math.random()) : pollDelay(found.view, found.clock.now(), Math.random()))
    }
    const { plan, end } = pollWhileVisible(() => void load(true).then(follow))
    load(turn > 0).then(follow)
    return end
  }, [load, turn])
  const retry = () => {
    setOpening(null)
    setTurn(turn + 1)
  }
  return { opening, isStale, retry }
}
