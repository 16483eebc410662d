import { useEffect } from 'react'
import { SNAPSHOT_EVERY_MS, SNAPSHOT_FIRST_MS } from '#contract/constants.ts'
import { texts } from '#contract/texts.ts'
import type { AttemptClient } from '#pwa/attempt/api.ts'
import { takeSnapshot } from '../../camera/snapshot.ts'
import { readCamera, startCamera, stopCamera, useCamera, watchCamera } from '../../camera/store.ts'
import { toast } from '../../ui/toasts.ts'
import type { ExamRef } from './useExam.ts'

/** @param isWanted whether the test still runs: one that ended meanwhile took the camera along, and nobody is to blame */
async function picture(actor: AttemptClient, isWanted: () => boolean): Promise<void> {
  try {
    if (!(await startCamera())) throw new Error('no camera')
    const { stream } = readCamera()
    if (!stream) throw new Error('no camera')
    await actor.snapshot(await takeSnapshot(stream))
  } catch {
    if (isWanted()) toast('bad', texts.turnCameraOn)
  }
}

/** Pictures at 3 s and then every 10 minutes by the clock, whatever a throttled tab makes of its timers. */
function usePictureTimes(actor: AttemptClient, on: boolean): void {
  useEffect(() => {
    if (!on) return
    let isWanted = true
    let due = performance.now() + SNAPSHOT_FIRST_MS
    const timer = setInterval(() => {
      if (performance.now() < due) return
      due = performance.now() + SNAPSHOT_EVERY_MS
      picture(actor, () => isWanted)
    }, 1_000)
    return () => {
      isWanted = false
      clearInterval(timer)
    }
  }, [actor, on])
}

/** The camera's loss and return enter the log; its prompt takes the focus without fault, until it counts as unanswered. */
function useCameraSignals(actor: AttemptClient, ref: ExamRef, on: boolean): void {
  useEffect(() => {
    if (!on) return
    let lostAt: number | null = null
    let asking = false
    const look = () => {
      const { status } = readCamera()
      if ((status === 'asking') !== asking) {
        asking = status === 'asking'
        ref.send({ type: 'DIALOG', open: asking, now: actor.now() })
      }
      const gone = status !== 'on' && status !== 'asking' && status !== 'off'
      if (gone && lostAt === null) {
        lostAt = actor.now()
        actor.signal('camera_lost', { why: status }).catch(() => undefined)
        toast('bad', texts.turnCameraOn)
      }
      if (status === 'on' && lostAt !== null) {
        actor.signal('camera_returned', { ms: Math.round(actor.now() - lostAt) }).catch(() => undefined)
        lostAt = null
      }
    }
    look()
    return watchCamera(look)
  }, [actor, ref, on])
}

export function usePictures(actor: AttemptClient, ref: ExamRef, on: boolean) {
  const camera = useCamera(on)
  usePictureTimes(actor, on)
  useCameraSignals(actor, ref, on)
  useEffect(() => (on ? stopCamera : undefined), [on])
  return camera
}
