import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import type { AttemptClient, Connection, TestSnapshot } from '#pwa/attempt/api.ts'
import type { EndItem } from '#pwa/candidate/end/items.ts'
import { Locations } from '#pwa/candidate/end/Locations.tsx'
import { keptMessage } from '#pwa/candidate/end/messages.ts'
import { PICTURES, picturesItem, refusedPictures } from '#pwa/candidate/end/pictures.ts'
import { Rescue } from '#pwa/candidate/end/Rescue.tsx'
import { Safe } from '#pwa/candidate/end/Safe.tsx'
import { isTooLate, safetyOf } from '#pwa/candidate/end/safety.ts'
import { RefusedLink } from '#pwa/candidate/exam/parts/Banners.tsx'
import { attemptOf } from '../../factories/deviceStorage.ts'

/** The end page's word on the work: on the server, on its way, or here for good. */

const connection = (state: Connection['state']): Connection => ({ state, since: null, nextTryAt: null })
const snapshot = (state: Connection['state'], waiting: number) =>
  ({
    total: { state: waiting > 0 ? 'device' : 'server', at: null, waiting },
    connection: connection(state),
    deadlineAt: 0,
    storageFault: null,
    notKept: new Set<string>(),
  }) as unknown as TestSnapshot
const draft: EndItem = { name: '1 Sum', detail: 'draft', state: 'device', at: null }
const pictures: EndItem = { name: PICTURES, detail: '2 pictures', state: 'device', at: null }
const actor = { attemptId: 'attempt', now: () => 0 } as AttemptClient

it.each<[Connection['state'], number, EndItem[], string]>([
  ['online', 2, [draft], 'The rest of your work is on its way'],
  ['offline', 2, [draft], 'Not everything has left this device yet'],
  ['unauthorized', 2, [draft], 'Not everything has left this device yet'],
  ['closed', 2, [draft], 'The time for sending is over'],
  ['online', 0, [pictures], 'Your work is on the server'],
  ['closed', 0, [pictures], 'The time for sending is over'],
  ['closed', 0, [], 'Everything is on the server'],
])('%s, %i changes waiting: case %#', (state, waiting, items, title) => {
  expect(safetyOf(snapshot(state, waiting), items).title).toBe(title)
})

it('does not call everything sent where the server refused a picture for good', () => {
  const { title, words } = safetyOf(snapshot('online', 0), [{ ...draft, state: 'server' }], 1)
  expect(title).toBe('Your work is on the server')
  expect(words).toContain('1 of 1 item')
  expect(words).toContain('The server did not take 1 camera picture')
})

it('says after the upload window what is still here and promises no sending, with nothing to press that cannot help', () => {
  const late = snapshot('closed', 2)
  const { words } = safetyOf(late, [draft])
  expect(words).toContain('Still only on this device: 2 changes.')
  expect(words).toContain('download the rescue file')
  const page = renderToStaticMarkup(createElement(Safe, { actor, snapshot: late, items: [draft] }))
  expect(page).toContain('The time for sending is over')
  expect(page).not.toMatch(/Try now|Trying now|by itself|on its way|Upload is open/)
  const contact = { support_email: 'help@org.example', support_phone: null, organization_name: 'Org' }
  const card = { actor, contact, until: '16-01-2026, 10:00 AM', isKept: true, isRefused: false }
  const rescue = renderToStaticMarkup(createElement(Rescue, { ...card, tooLate: isTooLate(late, [draft]) }))
  expect(rescue).toContain('help@org.example')
  expect(rescue).toContain('Download rescue file')
  expect(rescue).not.toContain('Sending continues by itself')
  expect(renderToStaticMarkup(createElement(Rescue, { ...card, tooLate: false }))).toContain(
    'Sending continues by itself',
  )
})

it('promises no sending where the link is refused, and no rescue file where the browser cannot make one', () => {
  const contact = { support_email: 'help@org.example', support_phone: null, organization_name: 'Org' }
  const card = { actor, contact, until: '16-01-2026, 10:00 AM', isKept: true, tooLate: false }
  const shown = (isRefused: boolean) => renderToStaticMarkup(createElement(Rescue, { ...card, isRefused }))
  expect(shown(true)).toContain('Download rescue file')
  expect(shown(true)).not.toMatch(/No network before|by itself/)
  vi.stubGlobal('crypto', {})
  expect(shown(false)).toContain('Download as text')
  expect(shown(false)).toContain('Sending continues by itself')
  expect(shown(false)).not.toContain('Download rescue file')
  // Nor in the sentences above it, whatever it is that cannot be sent.
  const refused = snapshot('online', 1)
  refused.total = { state: 'unsaved', at: null, waiting: 1 }
  for (const { words } of [safetyOf(snapshot('closed', 2), [draft]), safetyOf(refused, [draft])]) {
    expect(words).toContain('copy your work or download it as text')
    expect(words).not.toContain('rescue file')
  }
  vi.unstubAllGlobals()
})

it('does not say that it is trying where nobody tries until a link is opened or somebody presses', () => {
  const page = (state: Connection['state']) =>
    renderToStaticMarkup(createElement(Safe, { actor, snapshot: snapshot(state, 2), items: [draft] }))
  expect(page('offline')).toContain('Trying now')
  expect(page('unauthorized')).not.toContain('Trying now')
  expect(page('unauthorized')).toContain('Try now')
})

it('calls nothing safe that this device could not keep, with or without changes on their way, and gives it out', () => {
  const lost: EndItem = { name: '1 Sum', detail: 'draft', state: 'unsaved', at: null }
  for (const waiting of [0, 2]) {
    const full = {
      ...snapshot('online', waiting),
      total: { state: 'unsaved', at: null, waiting },
      storageFault: 'QuotaExceededError',
    } as TestSnapshot
    const page = renderToStaticMarkup(createElement(Safe, { actor, snapshot: full, items: [lost] }))
    expect(page).toContain('Not everything is saved')
    expect(page).toContain('Leave this page open')
    expect(page).toMatch(/Copy.*Download/)
    expect(page).toContain('0 of 1 item on the server')
    expect(page).not.toMatch(/Everything is on the server|You may close|Quota/)
  }
  expect(keptMessage(false, false, true)).not.toContain('What you had written')
  const places = renderToStaticMarkup(createElement(Locations, { items: [lost], isKept: false }))
  expect(places).toContain('Only on this page')
  expect(places).not.toContain('aria-label="Still on this device"')
})

it('says of feedback alone that had no room what it is: no work is missing, and the form is still there', () => {
  const fault = { storageFault: 'QuotaExceededError', notKept: new Set(['feedback']) }
  for (const waiting of [0, 2]) {
    const full = {
      ...snapshot('online', waiting),
      ...fault,
      total: { state: 'unsaved', at: null, waiting },
    } as TestSnapshot
    const page = renderToStaticMarkup(
      createElement(MemoryRouter, null, createElement(Safe, { actor, snapshot: full, items: [draft] })),
    )
    expect(page).toContain('Your feedback is not saved')
    expect(page).toContain('Back to the feedback')
    expect(page).not.toMatch(/Not everything is saved|newest work|Copy|Download/)
    expect(page.includes('you may close this page')).toBe(waiting === 0)
  }
  const both = {
    ...snapshot('online', 0),
    ...fault,
    notKept: new Set(['feedback', 'finish']),
  } as TestSnapshot
  expect(safetyOf(both, []).title).toBe('Not everything is saved')
})

it('promises no mail where the link is no longer valid: whoever got none is told whom to ask', () => {
  const { words } = safetyOf(snapshot('unauthorized', 2), [draft])
  const view = { ...attemptOf().view, support_email: 'help@org.example' }
  const banner = renderToStaticMarkup(createElement(RefusedLink, { view, isKept: true }))
  for (const said of [words, banner]) {
    expect(said).toContain('Your link is no longer valid')
    expect(said).toContain('otherwise ask')
    expect(said).not.toMatch(/renewed|newest/)
  }
  expect(words).toContain('What is on this device stays')
  expect(banner).toContain('help@org.example')
  expect(banner).toContain('Everything is kept here')
  const full = renderToStaticMarkup(createElement(RefusedLink, { view, isKept: false }))
  expect(full).not.toContain('kept here')
})

it('says where the server did not take something, which no waiting changes', () => {
  const refused = {
    ...snapshot('online', 1),
    total: { state: 'unsaved', at: null, waiting: 1 },
  } as TestSnapshot
  const page = renderToStaticMarkup(createElement(Safe, { actor, snapshot: refused, items: [draft] }))
  expect(page).toContain('The server did not take everything')
  expect(page).not.toMatch(/on its way|Trying now/)
})

it('offers another try as long as the server may take it', () => {
  const here = renderToStaticMarkup(
    createElement(Safe, { actor, snapshot: snapshot('offline', 2), items: [draft] }),
  )
  expect(here).toContain('Try now')
  expect(here).toContain('Upload is open until')
})

it('goes on counting pictures that were sent while the page stands, so that none looks lost', () => {
  expect(picturesItem(0, 0, 0, false)).toBeNull()
  expect(picturesItem(2, 2, 0, false)).toMatchObject({ detail: '2 pictures', state: 'device' })
  expect(picturesItem(1, 2, 0, false)).toMatchObject({ detail: '1 picture', state: 'device' })
  const sent = picturesItem(0, 2, 0, false)
  expect(sent).toMatchObject({ detail: '2 pictures sent', state: 'server' })
  const saved: EndItem = { ...draft, state: 'server' }
  expect(safetyOf(snapshot('online', 0), sent ? [saved, sent] : [saved]).words).toContain('2 of 2 items')
  expect(picturesItem(0, 2, 0, true)).toBeNull()
})

it('calls no picture sent that the server refused for good, and says what became of it', () => {
  expect(picturesItem(0, 3, 1, false)).toMatchObject({ detail: '2 pictures sent' })
  expect(picturesItem(0, 1, 1, false)).toBeNull()
  expect(refusedPictures(0)).toEqual([])
  expect(refusedPictures(1)[0]).toMatch(/^1 camera picture: the server did not take it\. .*not affected/)
})
