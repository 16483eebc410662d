import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { OpenedDrive } from '../drive.ts'
import { hasFullScreen } from '../fullScreen.ts'
import { isOnline, subscribeOnline } from '../ui/online.ts'
import { checkCamera } from './checks/camera.ts'
import { checking, type Finding, ready, slower } from './checks/check.ts'
import { checkLive } from './checks/live.ts'
import { checkStorage } from './checks/storage.ts'
import { checkClock, checkOffline, screenFinding } from './checks/surroundings.ts'

/** Long enough that a whole room does not ask at once, short enough to be watched. */
const SPREAD_MS = 8_000

/** Whether the questions are on this device, sealed; brings them. */
async function checkQuestions({ token, view, clock }: OpenedDrive): Promise<Finding> {
  const later = slower('Later', 'They come when your test starts.')
  if (!view.package) return later
  const { packageAhead } = await import('#pwa/attempt/sealedPackage.ts')
  const untilStart = Math.max(0, Date.parse(view.drive_start_time) - clock.now())
  const here = await packageAhead(
    token,
    view.package.hash,
    Math.max(2_000, Math.min(SPREAD_MS, untilStart / 2)),
  )
  return here ? ready('On this device, sealed until your test starts.') : later
}

export type CheckName = 'screen' | 'camera' | 'storage' | 'offline' | 'questions' | 'clock' | 'live'
export type Findings = Partial<Record<CheckName, Finding>>

/** @param isStale the server did not answer the newest look at the drive */
export function useReadiness(drive: OpenedDrive, isStale: boolean) {
  const { token, view, clock } = drive
  const [findings, setFindings] = useState<Findings>({})
  const note = useCallback((name: CheckName, finding: Finding) => {
    setFindings((before) => ({ ...before, [name]: finding }))
  }, [])
  const webcam = view.webcam

  const run = useCallback(
    (name: CheckName, check: () => Finding | Promise<Finding>) => {
      note(name, checking)
      Promise.resolve(check()).then((finding) => note(name, finding))
    },
    [note],
  )
  const hasBegun = view.has_begun
  const live = useCallback(() => run('live', () => checkLive(token, hasBegun)), [run, token, hasBegun])
  const online = useSyncExternalStore(subscribeOnline, isOnline)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked at anew whenever the network or the server came or went
  useEffect(live, [live, online, isStale])

  const again = useCallback(() => {
    const fills = hasFullScreen() && !view.lifted_rules.includes('full_screen')
    const screen = screenFinding(fills)
    const checks: [CheckName, () => Finding | Promise<Finding>][] = [
      // Only where there is something to say of it.
      ...(screen.state === 'ready' ? [] : [['screen', () => screen] as [CheckName, () => Finding]]),
      ...(webcam ? [['camera', checkCamera] as [CheckName, () => Promise<Finding>]] : []),
      ['storage', () => checkStorage()],
      ['offline', checkOffline],
      ...(view.package
        ? [['questions', () => checkQuestions(drive)] as [CheckName, () => Promise<Finding>]]
        : []),
      ['clock', () => checkClock(clock)],
    ]
    for (const [name, check] of checks) run(name, check)
  }, [drive, clock, run, webcam, view])

  useEffect(again, [again])

  const act = async (name: CheckName) => {
    const act = findings[name]?.action?.run
    if (!act) return
    note(name, { ...checking, detail: findings[name]?.detail ?? '' })
    note(name, await act())
  }
  const checkAll = () => {
    again()
    live()
  }
  return { findings, again: checkAll, act }
}
