import { expect, test } from 'vitest'
import { calendarFile } from '#api/mail/letters/calendar.ts'

test.each([
  ['', 'admin@example.org'],
  ['"', 'admin@example.org'],
  [' " " ', 'admin@example.org'],
  ['Ana "the" Berg', 'Ana the Berg'],
])('an organizer called %j stands in the calendar as %s', (name, told) => {
  const file = calendarFile({
    uid: 'one@holdfast',
    sequence: 0,
    title: 'A drive',
    startsAt: 0,
    endsAt: 3_600_000,
    description: 'What it is about',
    stamp: 0,
    organizer: { name, address: 'admin@example.org' },
  })
  const text = String(file.content).replaceAll('\r\n ', '')
  expect(text).toContain(`ORGANIZER;CN="${told}":mailto:admin@example.org`)
})
