import { describe, expect, test } from 'vitest'
import { actionInWords, differencesOf } from '#pwa/console/audit/words.ts'

test.each([
  ['user.reset_password', 'User: reset password'],
  ['sign_up.send_link', 'Sign up: send link'],
  ['drive.update', 'Drive: update'],
  ['restored', 'Restored'],
  ['', ''],
])('the action %j reads %j', (action, words) => expect(actionInWords(action)).toBe(words))

describe('what an entry changed', () => {
  test('stands field by field, with what is missing as such', () => {
    expect(
      differencesOf(
        { credits: 100, show_name: null, allow_mcq: true },
        { credits: 0, show_name: 'Harbour', allow_mcq: false },
      ),
    ).toEqual([
      { field: 'Credits', before: '100', after: '0' },
      { field: 'Show name', before: '-', after: 'Harbour' },
      { field: 'Allow mcq', before: 'yes', after: 'no' },
    ])
  })

  test('of something new there was nothing before, of something gone there is nothing after', () => {
    expect(differencesOf(null, { email: 'a@b.example' })).toEqual([
      { field: 'Email', before: null, after: 'a@b.example' },
    ])
    expect(differencesOf({ name: 'x' }, null)).toEqual([{ field: 'Name', before: 'x', after: null }])
    expect(differencesOf({ name: 'x' }, { rules: ['a', 'b'] })).toEqual([
      { field: 'Name', before: 'x', after: null },
      { field: 'Rules', before: null, after: '["a","b"]' },
    ])
  })

  test('may be nothing, or no record', () => {
    expect(differencesOf(null, null)).toEqual([])
    expect(differencesOf('old', ['new'])).toEqual([{ field: '', before: 'old', after: '["new"]' }])
  })
})
