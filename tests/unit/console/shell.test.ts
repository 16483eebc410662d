import { describe, expect, test } from 'vitest'
import { formatSize, framed } from '#pwa/console/admin/mails/MailReader.tsx'
import { navItemsOf } from '#pwa/console/app/shell/navigation.ts'
import { elementOf, selectorOf, steps, tourTargetOf } from '#pwa/console/app/tour/steps.ts'
import { formatCredits, formatLack } from '#pwa/console/kit/credits/Credits.tsx'

describe('the guided tour', () => {
  test('has the nine steps of the specification, in its order', () => {
    expect(steps.map((step) => step.name)).toEqual([
      'search',
      'profile',
      'home',
      'drive',
      'rules',
      'problems bank',
      'users',
      'assessment',
      'feedback',
    ])
  })

  test('points at the screen’s own place, else at the place that leads to the screens, else nowhere', () => {
    const find = (seen: string[]) => (selector: string) => seen.find((name) => selectorOf(name) === selector)
    expect(elementOf('rules', find(['rules', 'screens']))).toBe('rules')
    expect(elementOf('users', find(['rules', 'screens']))).toBe('screens')
    expect(elementOf('users', find([]))).toBeUndefined()
    expect(selectorOf('problems bank')).toContain(`"${tourTargetOf('problems bank')}"`)
  })
})

describe('the ways about', () => {
  const of = (role: 'Admin' | 'SuperAdmin', has_mails: boolean) => {
    const { main, records } = navItemsOf({ role, has_mails })
    return [...main, ...records].map((way) => way.name)
  }
  test('a link stands only where its screen does', () => {
    expect(of('Admin', true)).toEqual([
      'Home',
      'New Drive',
      'Rules',
      'Questions',
      'Users',
      'Institutes',
      'Assessments',
      'Feedbacks',
      'Emails',
      'Audit log',
    ])
    expect(of('Admin', false)).not.toContain('Emails')
    expect(of('SuperAdmin', false)).toEqual(['Organizations', 'Sign-up requests', 'Audit log', 'Evidence'])
  })

  test.each([
    ['/admin', 'Home'],
    ['/home/', 'Home'],
    ['/rules', 'Rules'],
    ['/admin/rules', 'Rules'],
    ['/drive/create', 'New Drive'],
    ['/admin/drive/3/edit', undefined],
    ['/admin/mails', 'Emails'],
    ['/users', 'Users'],
    ['/admin/assessments', 'Assessments'],
    ['/admin/assessment/3/reports', 'Assessments'],
    ['/feedbacks/', 'Feedbacks'],
    ['/administrant/organization/3/edit', 'Organizations'],
    ['/administrant/audit_log', 'Audit log'],
    ['/administrant/evidence', 'Evidence'],
  ])('%s is marked as %s', (path, name) => {
    const all = [
      { role: 'Admin', has_mails: true },
      { role: 'SuperAdmin', has_mails: false },
    ] as const
    const here = all
      .flatMap((user) => Object.values(navItemsOf(user)).flat())
      .filter((way) => way.isHere.test(path))
    expect(here.map((way) => way.name)).toEqual(name === undefined ? [] : [name])
  })
})

test.each([
  [0, '0 Credits'],
  [1, '1 Credit'],
  [7, '7 Credits'],
  [1284, '1,284 Credits'],
  [1_000_000, '1,000,000 Credits'],
])('%d reads %j', (n, words) => expect(formatCredits(n)).toBe(words))

test('a mail in its frame opens links in a page of their own', () => {
  expect(framed('<html><head><title>x</title></head></html>')).toBe(
    '<html><head><base target="_blank"><title>x</title></head></html>',
  )
  expect([0, 999, 1_449, 20_000].map(formatSize)).toEqual(['0 B', '999 B', '1.4 KB', '20.0 KB'])
})

test('says how many credits are wanted and how many are there', () => {
  expect(formatLack({ needed: 1200, credits: 12 })).toBe(
    'This takes 1,200 credits, and your organization has 12. No one was invited.',
  )
  expect(formatLack({ needed: 2, credits: 1 })).toMatch(/^This takes 2 credits, .* has 1\./)
})
