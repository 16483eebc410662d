import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { DriveView } from '#contract/views/candidate.ts'
import { cameraNotice } from '#pwa/candidate/camera/notice.ts'
import { CameraCard } from '#pwa/candidate/details/CameraCard.tsx'
import { RulesInShort } from '#pwa/candidate/welcome/RulesInShort.tsx'
import { attemptOf } from '../../factories/deviceStorage.ts'

/** The words about the camera's pictures before the camera is asked for. */

const { view } = attemptOf()
const notice = (change: Partial<DriveView>) => cameraNotice({ ...view, webcam_retention_days: 45, ...change })

it('says what they are for, who sees them, and how long they are kept', () => {
  expect(notice({})).toBe(
    'The pictures show who took the test. Assessors of Organization see them; they are deleted 45 days after the drive ends.',
  )
  expect(notice({ is_assessment: true })).toContain('45 days after your test ends.')
})

/** As it is read: each sentence may stand on a line of its own. */
const textOf = (page: ReactElement): string => renderToStaticMarkup(page).replace(/<[^>]*>/g, '')

it('stands on the welcome page and beside the camera, where there is one', () => {
  const asking = { status: 'asking', stream: null, devices: [], deviceId: null } as never
  for (const webcam of [true, false]) {
    const of = { ...view, webcam }
    const pages = [
      createElement(RulesInShort, { view: of }),
      createElement(CameraCard, { view: of, camera: asking }),
    ]
    for (const page of pages) expect(textOf(page).includes(cameraNotice(of))).toBe(webcam)
  }
})
