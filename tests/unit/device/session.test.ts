import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { purgeIfDone } from '#pwa/attempt/db/purge.ts'
import { localDatabase, reopenDatabase } from '#pwa/attempt/db/schema.ts'
import {
  clearUnloadBuffer,
  isEmptyBuffer,
  readUnloadBuffer,
  writeUnloadBuffer,
} from '#pwa/attempt/db/unloadBuffer.ts'
import {
  clearSession,
  dropForgotten,
  findFinished,
  findSessionAttempt,
  findUnanswered,
  keepInTab,
  markFinished,
  readSession,
  restoreSession,
  resumeByLink,
  TestIsOver,
  writeSession,
} from '#pwa/attempt/session/store.ts'
import { ATTEMPT, attemptOf, grantOf, openStorage } from '../../factories/deviceStorage.ts'

/** Whose test this browser is in, and what is left of it afterwards. */

let local: Map<string, string>

beforeEach(() => {
  local = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => local.get(key) ?? null,
    setItem: (key: string, value: string) => void local.set(key, value),
    removeItem: (key: string) => void local.delete(key),
  })
  // The storage in memory stands where the browser's does.
  openStorage().close()
  reopenDatabase()
})
afterEach(async () => {
  clearSession(session)
  await localDatabase().delete()
  vi.unstubAllGlobals()
})

const begun = attemptOf(grantOf(), { invitation_token: 'link' })
const session = {
  invitationToken: 'link',
  authToken: 'token',
  driveId: 1,
  candidateId: 1,
  isFinished: false,
}
const another = { ...session, authToken: 'of another test', driveId: 2 }
const inTab = (tab: Map<string, string>) =>
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => void tab.set(key, value),
    removeItem: (key: string) => void tab.delete(key),
  })
const forget = async () => {
  await localDatabase().attempts.add({ ...begun, state: 'finished', end_reached: true })
  return purgeIfDone(localDatabase(), begun.attempt_id)
}

describe('a test that was forgotten', () => {
  it('takes its own keys out of the small storage, and no other', () => {
    const others = { uid: 'an admin', accessToken: 'of the console', 'holdfast.preferences': '{}' }
    for (const [key, value] of Object.entries(others)) local.set(key, value)
    writeSession(session, begun.view)
    markFinished()
    for (const key of ['problemLanguages', 'fullScreenAttempts', 'holdfast.place']) local.set(key, '1')
    const unsent = { 'holdfast.unsent.feedback.attempt': '{"comment":"mine"}', 'another-page': 'of this tab' }
    const tab = Object.assign(unsent, {
      removeItem: (key: string) => void Reflect.deleteProperty(unsent, key),
    })
    vi.stubGlobal('sessionStorage', tab)
    expect(readSession()).toEqual({ ...session, isFinished: true })

    clearSession(session)
    expect(Object.fromEntries(local)).toEqual(others)
    expect(Object.keys(tab)).toEqual(['another-page', 'removeItem'])
    expect(readSession()).toBeNull()
    markFinished()
    expect(Object.fromEntries(local)).toEqual(others)
  })

  it('leaves the session of a test that was begun after it', () => {
    writeSession(another, begun.view)
    const before = Object.fromEntries(local)
    clearSession(session)
    expect(Object.fromEntries(local)).toEqual(before)
    clearSession(another)
    expect(readSession()).toBeNull()
  })

  it('in one tab is no end of the test that another tab has begun, nor takes its place at a reload', () => {
    const tabs = [new Map<string, string>(), new Map<string, string>()] as const
    const other = { ...another, invitationToken: 'another link' }
    inTab(tabs[0])
    writeSession(session, begun.view)
    inTab(tabs[1])
    writeSession(other, begun.view)
    expect(readSession()).toEqual(other)
    inTab(tabs[0])
    expect(readSession()).toEqual(session)
    markFinished()
    expect(readSession()).toEqual({ ...session, isFinished: true })
    inTab(tabs[1])
    expect(readSession()).toEqual(other)
    // A new tab is in the test that was begun last.
    inTab(new Map())
    expect(readSession()).toEqual(other)
    inTab(tabs[0])
    clearSession(session)
    expect(readSession()).toEqual(other)
    clearSession(another)
    expect(readSession()).toBeNull()
  })

  it('is known again by its own link', async () => {
    expect(await findFinished('link')).toBeNull()
    const record = await forget()
    expect(record).not.toBeNull()
    expect(await findFinished('link')).toEqual(record)
    expect(await findFinished('the link of somebody else')).toBeNull()
    expect(await resumeByLink('link')).toBeNull()
    expect(await restoreSession()).toBeNull()
  })

  it('is shown without a link to the tab that finished it alone, and not to the next person at the computer', async () => {
    const finisher = new Map<string, string>()
    inTab(finisher)
    writeSession(session, begun.view)
    keepInTab(begun)
    const record = await forget()
    // The worker forgot it: the tab hears of it when it is loaded anew, and as often as it is.
    for (const _ of ['first', 'again']) expect(await findFinished(null)).toEqual(record)
    expect(await findFinished('link')).toEqual(record)
    expect(await findFinished(null)).toEqual(record)

    inTab(new Map())
    expect(await findFinished(null)).toBeNull()
    // Nor in the same tab, once another link was opened or another test begun in it.
    const next = (change: () => unknown) => {
      inTab(new Map(finisher))
      return change()
    }
    await next(() => findFinished('the link of somebody else'))
    expect(await findFinished(null)).toBeNull()
    const opened = { view: { ...begun.view, candidate_id: 2 } }
    await next(() => sessionStorage.setItem('holdfast.opened', JSON.stringify(opened)))
    expect(await findFinished(null)).toBeNull()
    await next(() => writeSession(another, begun.view))
    expect(await findFinished(null)).toBeNull()
    clearSession(another)
  })

  it('is not begun anew by a page that did not hear of it', async () => {
    const asked = vi.fn(() => Promise.reject(new TypeError('nobody is to be asked')))
    vi.stubGlobal('fetch', asked)
    await forget()
    writeSession(session, begun.view)
    const { openTestActor } = await import('#pwa/attempt/session/open.ts')
    await expect(openTestActor()).rejects.toBeInstanceOf(TestIsOver)
    expect(asked).not.toHaveBeenCalled()
    expect(readSession()).toBeNull()
  })
})

describe('what was typed last in a test that was forgotten', () => {
  const words = { problemId: 1, languageId: 2, text: 'mine', after: 0, at: 1, over: [] }
  const keep = () => writeUnloadBuffer(ATTEMPT, { words: [words], deeds: [] })

  it.each([
    ['by the page of another test', another],
    ['by the worker, and nobody comes back', null],
  ])('leaves the small storage, %s', async (_by, open) => {
    await forget()
    keep()
    if (open) writeSession(open, begun.view)
    expect(await dropForgotten()).toBe(false)
    expect([...local.keys()].filter((key) => key.startsWith('holdfast.typed'))).toEqual([])
    expect(readSession()).toEqual(open)
    clearSession(another)
  })

  it('stays with the session where the test was opened again here', async () => {
    await forget()
    await localDatabase().attempts.add(begun)
    writeSession(session, begun.view)
    keepInTab(begun)
    keep()
    expect(await dropForgotten()).toBe(false)
    expect(readUnloadBuffer(ATTEMPT).words).toEqual([words])
    expect(readSession()).not.toBeNull()
    clearUnloadBuffer(ATTEMPT)
    expect(isEmptyBuffer(readUnloadBuffer(ATTEMPT))).toBe(true)
  })
})

describe('a start that was asked for here', () => {
  it('has no answer as long as nothing of its test is on this device, or was', async () => {
    expect(await findUnanswered()).toBeNull()
    writeSession(session, begun.view)
    expect(await findUnanswered()).toEqual(session)
    await localDatabase().attempts.add(begun)
    expect(await findUnanswered()).toBeNull()
  })

  it('has none either where its test was forgotten', async () => {
    writeSession(session, begun.view)
    await forget()
    expect(await findUnanswered()).toBeNull()
    expect(readSession()).toBeNull()
  })
})

it('finds a begun test by its link, also when it is over', async () => {
  await localDatabase().attempts.add(begun)
  const found = { ...session, attemptId: begun.attempt_id }
  expect(await resumeByLink('link')).toEqual(found)
  await localDatabase().attempts.update(begun.attempt_id, { state: 'finished' })
  expect(await resumeByLink('link')).toEqual({ ...found, isFinished: true })
  expect(await resumeByLink('the link of somebody else')).toBeNull()
})

describe('a tab whose test goes on by a re-issued link in another tab', () => {
  const renewed = { token: 'new token', invitation_token: 'new link' }
  const first = new Map<string, string>()
  const inFirst = () => {
    inTab(first)
    const known = readSession()
    if (!known) throw new Error('the tab is in a test')
    return known
  }
  beforeEach(async () => {
    await localDatabase().attempts.add(begun)
    inTab(first)
    writeSession(session, begun.view)
    keepInTab(begun)
    inTab(new Map())
    await localDatabase().attempts.update(begun.attempt_id, renewed)
    await resumeByLink('new link')
  })
  afterEach(() => clearSession(session))

  it('has the new tokens after a reload, and marks the end of it', async () => {
    const known = inFirst()
    expect(known).toMatchObject({ authToken: 'new token', invitationToken: 'new link' })
    expect((await findSessionAttempt(known))?.attempt_id).toBe(begun.attempt_id)
    markFinished()
    expect(local.get('isFinishedTest')).toBe('true')
  })

  it('leaves no token of it in any tab once it was forgotten', async () => {
    const tokens = () => [...first.values(), ...local.values()].filter((value) => /token|link/.test(value))
    inTab(first)
    expect(tokens()).not.toEqual([])
    // By this tab, which was begun with the older tokens.
    const before = new Map(first)
    clearSession(session)
    expect(tokens()).toEqual([])
    // By another one, or the worker: this tab finds nothing in the browser's storage, and its own is old.
    for (const [key, value] of before) first.set(key, value)
    await localDatabase().attempts.update(begun.attempt_id, { state: 'finished', end_reached: true })
    expect(await purgeIfDone(localDatabase(), begun.attempt_id)).not.toBeNull()
    expect(await findUnanswered()).toBeNull()
    expect(tokens()).toEqual([])
  })

  it('finds it where a third tab has begun another test, and knows when it is forgotten', async () => {
    inTab(new Map())
    writeSession(another, begun.view)
    const attempt = await findSessionAttempt(inFirst())
    expect(attempt).toMatchObject(renewed)
    await localDatabase().attempts.update(begun.attempt_id, { state: 'finished', end_reached: true })
    expect(await purgeIfDone(localDatabase(), begun.attempt_id)).not.toBeNull()
    expect(await dropForgotten()).toBe(true)
    expect(inFirst().authToken).toBe('of another test')
    clearSession(another)
  })
})
