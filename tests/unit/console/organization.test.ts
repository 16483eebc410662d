import { expect, test } from 'vitest'
import { differencesOf, formOf } from '#pwa/console/features/organizations/fields.ts'

const organization = {
  id: 3,
  name: 'Given',
  show_name: null,
  description: null,
  contact_number: null,
  credits: 40,
  is_param_ai_allowed: false,
  allow_coding: true,
  allow_mcq: true,
  user_name: null,
  user_email: null,
  user_contact: null,
  version: 2,
}

test('the form begins with the name people see, and with nothing where there is nothing', () => {
  expect(formOf(organization)).toEqual({
    show_name: 'Given',
    description: '',
    contact_number: '',
    credits: '40',
    is_param_ai_allowed: false,
    allow_coding: true,
    allow_mcq: true,
  })
  expect(formOf({ ...organization, show_name: 'Shown' }).show_name).toBe('Shown')
})

test('two states are told by the fields that differ, in words', () => {
  const mine = {
    ...formOf(organization),
    credits: '500',
    allow_mcq: false,
    description: 'Builds what floats.',
  }
  expect(differencesOf(mine, { ...organization, credits: 10 })).toEqual([
    ['Description', 'Builds what floats.', '-'],
    ['Credits', '500', '10'],
    ['Allow MCQ', 'No', 'Yes'],
  ])
  expect(differencesOf(formOf(organization), organization)).toEqual([])
})
