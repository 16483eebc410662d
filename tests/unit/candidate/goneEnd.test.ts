import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import type { FinishedRecord } from '#pwa/attempt/db/finished.ts'
import { FinishedElsewhere } from '#pwa/candidate/end/FinishedElsewhere.tsx'
import { Forced } from '#pwa/candidate/end/Forced.tsx'
import type { GonePage } from '#pwa/candidate/end/GonePage.tsx'
import { KeptEnd } from '#pwa/candidate/end/KeptEnd.tsx'
import type { LateWork } from '#pwa/candidate/end/messages.ts'
import { NotCounted } from '#pwa/candidate/end/Safe.tsx'
import { formatClock } from '#pwa/candidate/format.ts'
import { attemptOf } from '../../factories/deviceStorage.ts'

// The theme asks the browser as soon as it is loaded.
vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined })))

/** The words about a test that this browser has not, or no more. */

const { view } = attemptOf()
const contact = { support_name: 'Mira', support_email: 'mira@drive.example' }

/** The page without its frame, which asks the browser for more than its words. */
const said = ({ reason, contact, title, ended, uncounted = [], children }: Parameters<typeof GonePage>[0]) =>
  renderToStaticMarkup(
    createElement(
      'main',
      null,
      Forced({ reason, contact, children: '' }),
      title,
      ended,
      children,
      NotCounted({ lines: uncounted }),
    ),
  )

describe('in a browser that has nothing of it', () => {
  const shown = (end_reason: string | null) => {
    const over = {
      ...view,
      ...contact,
      is_finished: true,
      finished_at: '2026-01-15T09:50:00.000Z',
      end_reason,
    }
    return said(FinishedElsewhere({ view: over, invitation: null, isAsked: false }).props)
  }

  it('a forced end says why, and whom to ask', () => {
    const page = shown('Connection lost')
    expect(page).toContain('Your test was ended: Connection lost')
    expect(page).toContain('The device it was taken on had not been in touch for a while')
    expect(page).toMatch(/If this was a mistake, ask .*Mira/)
    expect(page).toContain('It was ended on')
  })

  it.each(['Finished by candidate', 'Time over', null])('an end like any other (%s) does not', (reason) => {
    expect(shown(reason)).not.toContain('Your test was ended')
    expect(shown(reason)).toContain('It ended on')
  })
})

describe('where it has left the device', () => {
  const record: FinishedRecord = {
    attempt_id: 'attempt',
    invitation_hash: null,
    token_hash: '',
    drive_name: 'Drive',
    organization_name: 'Organization',
    ...contact,
    support_phone: null,
    finished_at: null,
    deadline_at: 2_000_000,
    end_reason: 'Connection lost',
    receipt_code: 'code',
    acked_at: null,
  }
  const shown = (change: Partial<FinishedRecord> = {}, late: LateWork = {}) =>
    said(KeptEnd({ record: { ...record, ...change }, invitation: null, late }).props)

  it('it says which pictures the server refused, and does not call that everything', () => {
    expect(shown()).toContain('Everything is on the server')
    expect(shown()).not.toContain('Not counted')
    const page = shown({ refused_pictures: 2 })
    expect(page).toContain('Your work is on the server')
    expect(page).not.toContain('Everything')
    expect(page).toContain('Not counted')
    expect(page).toContain('2 camera pictures: the server did not take them.')
  })

  it('it says what waits for staff', () => {
    expect(shown({}, { waiting_pieces: 1 })).toContain('Not counted')
    expect(shown({}, { waiting_pieces: 1 })).toContain('One piece of your work came late')
    expect(shown({}, { waiting_pieces: 2 })).toContain('2 pieces of your work came late')
  })

  it.each([
    [{ accepted: 2, rejected: 0 }, '2 pieces count.'],
    [{ accepted: 0, rejected: 1 }, '1 piece does not count.'],
    [{ accepted: 1, rejected: 2 }, '1 piece counts, 2 pieces do not count.'],
  ])('it says what staff decided: %j', (decided_pieces, words) => {
    expect(shown({}, { decided_pieces })).toContain(words)
  })

  it('it says when it was ended, where that was told', () => {
    expect(shown({ ended_at: 1_000_000 })).toContain(`It was ended at ${formatClock(1_000_000)}.`)
    expect(shown()).not.toContain('It was ended at')
  })
})
