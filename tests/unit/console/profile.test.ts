import { expect, test } from 'vitest'
import { changesOf, onStanding } from '#pwa/console/app/profile/fields.ts'

const begun = {
  first_name: 'Mira',
  last_name: 'Tolland',
  email: 'mira@x.example',
  mobile_number: '5550100300',
}
const draft = { ...begun, first_name: ' Miranda' }

test('a draft holds what was edited in it, and all else as it stands now', () => {
  const standing = { ...begun, mobile_number: '9998887776' }
  expect(onStanding(draft, begun, standing)).toEqual({ ...standing, first_name: ' Miranda' })
})

test('what was edited is sent, as it was read, and nothing else', () => {
  expect(changesOf({ ...draft, first_name: 'Miranda' }, draft, begun)).toEqual({ first_name: 'Miranda' })
})
