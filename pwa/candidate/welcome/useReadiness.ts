import { useCallback, useEffect, useState } from 'react'
import type { OpenedDrive } from '../drive.ts'
import { checkCamera } from './checks/camera.ts'
import { checking, type Finding } from './checks/check.ts'
import { checkLive } from './checks/live.ts'
import { checkQuestions } from './checks/questions.ts'
import { checkStorage } from './checks/storage.ts'
import { checkClock, checkOffline, checkScreen, TEST_WIDTH } from './checks/surroundings.ts'

export type CheckName = 'screen' | 'camera' | 'storage' | 'offline' | 'questions' | 'clock' | 'live'
export type Findings = Partial<Record<CheckName, Finding>>

export function useReadiness(drive: OpenedDrive) {
  const { view, clock } = drive
  const [findings, setFindings] = useState<Findings>({})
  const note = useCallback((name: CheckName, finding: Finding) => {
    setFindings((before) => ({ ...before, [name]: finding }))
  }, [])
  const webcam = view.webcam

  const again = useCallback(() => {
    const checks: [CheckName, () => Finding | Promise<Finding>][] = [
      ...(innerWidth < TEST_WIDTH ? [['screen', checkScreen] as [CheckName, () => Finding]] : []),
      ...(webcam ? [['camera', checkCamera] as [CheckName, () => Promise<Finding>]] : []),
      ['storage', () => checkStorage()],
      ['offline', checkOffline],
      ...(view.package
        ? [['questions', () => checkQuestions(drive)] as [CheckName, () => Promise<Finding>]]
        : []),
      ['clock', () => checkClock(clock)],
      ['live', () => checkLive(drive.token)],
    ]
    for (const [name, check] of checks) {
      note(name, checking)
      Promise.resolve(check()).then((finding) => note(name, finding))
    }
  }, [drive, clock, note, webcam, view.package])

  useEffect(again, [again])

  const act = async (name: CheckName) => {
    const run = findings[name]?.action?.run
    if (!run) return
    note(name, { ...checking, detail: findings[name]?.detail ?? '' })
    note(name, await run())
  }
  return { findings, again, act }
}
