import { beforeEach, describe, expect, it } from 'vitest'
import {
  clearStaffSession,
  fullName,
  headersOf,
  readStaffSession,
  type Session,
  sessionFrom,
  writeStaffSession,
} from '#pwa/console/kit/session/session.ts'

const user = {
  id: 4,
  first_name: 'Meera',
  last_name: 'Thomas',
  email: 'meera@labs.example',
  mobile_number: null,
  role: 'Admin',
  organization_id: 1,
  organization_name: 'Meridian Labs',
  allow_coding: true,
  allow_mcq: true,
  is_param_ai_allowed: false,
  credits: 12,
  is_first_time_login: false,
  has_mails: false,
} as const
const session: Session = {
  accessToken: 't0ken',
  tokenType: 'Bearer',
  client: 'c1',
  expiry: '1800000000',
  uid: user.email,
  user,
}
const answered = () =>
  new Headers({
    'access-token': 't0ken',
    'token-type': 'Bearer',
    client: 'c1',
    expiry: '1800000000',
    uid: user.email,
  })

let stored: Map<string, string>
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
}
beforeEach(() => {
  stored = new Map()
})

describe('a session', () => {
  it('comes from the five headers of a sign-in and goes out as the same five', () => {
    const made = sessionFrom(answered(), user)
    expect(made).toEqual(session)
    expect(made && headersOf(made)).toEqual(Object.fromEntries(answered()))
  })

  it.each(['access-token', 'token-type', 'client', 'expiry', 'uid'])('needs the header %s', (name) => {
    const headers = answered()
    headers.delete(name)
    expect(sessionFrom(headers, user)).toBeNull()
  })

  it('is read as it was written, under the names of the specification', () => {
    writeStaffSession(storage, session)
    expect(readStaffSession(storage)).toEqual(session)
    expect([...stored.keys()].sort()).toEqual([
      'accessToken',
      'client',
      'expiry',
      'tokenType',
      'uid',
      'userDetails',
    ])
  })

  it.each(['accessToken', 'client', 'uid', 'userDetails'])('without %s is none', (key) => {
    writeStaffSession(storage, session)
    stored.delete(key)
    expect(readStaffSession(storage)).toBeNull()
  })

  it.each(['{', 'null', '"Admin"', '{"role":"Owner"}'])('with the user %s is none', (json) => {
    writeStaffSession(storage, session)
    stored.set('userDetails', json)
    expect(readStaffSession(storage)).toBeNull()
  })

  it('is cleared without touching a test that runs on the same computer', () => {
    const attempt = ['authToken', 'driveID', 'candidateId', 'problemLanguages', 'fullScreenAttempts']
    for (const key of attempt) stored.set(key, 'x')
    writeStaffSession(storage, session)
    clearStaffSession(storage)
    expect([...stored.keys()].sort()).toEqual(attempt.sort())
  })

  it('names a person, and who has no name by the role', () => {
    expect(fullName(user)).toBe('Meera Thomas')
    expect(fullName({ first_name: '', last_name: '' })).toBe('Super Admin')
  })
})
