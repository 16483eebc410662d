import { expect, test } from 'vitest'
import {
  organizationDifferences,
  organizationPayload,
  organizationValues,
  schemaFor,
} from '#pwa/console/admin/organizations/fields.ts'

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
  expect(organizationValues(organization)).toEqual({
    show_name: 'Given',
    description: '',
    contact_number: '',
    credits: '40',
    is_param_ai_allowed: false,
    allow_coding: true,
    allow_mcq: true,
  })
  expect(organizationValues({ ...organization, show_name: 'Shown' }).show_name).toBe('Shown')
})

test('two states are told by the fields that were changed here and differ, in words', () => {
  const mine = {
    ...organizationValues(organization),
    credits: '500',
    allow_mcq: false,
    description: 'Builds what floats.',
  }
  const theirs = { ...organization, credits: 10, contact_number: '5550100300' }
  expect(organizationDifferences(mine, theirs, organization)).toEqual([
    ['Description', 'Builds what floats.', 'Not changed: -'],
    ['Credits', '500', '10'],
    ['Allow MCQ', 'No', 'Not changed: Yes'],
  ])
  expect(organizationDifferences(organizationValues(organization), theirs, organization)).toEqual([])
})

test('what was not changed here is sent as it stands there by now', () => {
  const begun = { ...organization, description: 'Builds what floats.', credits: 50 }
  const typed = { ...organizationValues(begun), description: 'Builds what sails.' }
  const given = { ...typed, credits: 50 }
  const theirs = { ...begun, contact_number: '5550100300', credits: 45, allow_mcq: false, version: 3 }
  expect(organizationPayload(given, typed, begun, theirs)).toEqual({
    show_name: 'Given',
    description: 'Builds what sails.',
    contact_number: '5550100300',
    credits: 45,
    is_param_ai_allowed: false,
    allow_coding: true,
    allow_mcq: false,
    version: 3,
    seen_credits: 45,
  })
  expect(
    organizationPayload({ ...given, credits: 60 }, { ...typed, credits: '60' }, begun, theirs),
  ).toMatchObject({
    credits: 60,
    seen_credits: 45,
  })
})

test('where there is no description, none has to be given to change something else', () => {
  const typed = { ...organizationValues(organization), credits: '50' }
  const given = schemaFor(organization).parse(typed)
  const body = organizationPayload(given, typed, organization, organization)
  expect(body).toMatchObject({ credits: 50, seen_credits: 40 })
  expect(body).not.toHaveProperty('description')
  expect(schemaFor(organization).safeParse({ ...typed, description: 'Too short' }).success).toBe(false)
  const described = { ...organization, description: 'Builds what floats.' }
  expect(schemaFor(described).safeParse({ ...typed, description: '' }).success).toBe(false)
})
