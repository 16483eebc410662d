import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import SupportSheet from '#pwa/candidate/exam/modals/SupportSheet.tsx'
import { attemptOf } from '../../factories/deviceStorage.ts'

/** Whom to ask from within the test. */

const sheet = (contact: { support_email: string | null; support_phone: string | null }) =>
  renderToStaticMarkup(
    createElement(SupportSheet, {
      view: { ...attemptOf().view, ...contact },
      policy: 'end',
      onClose: () => {},
    }),
  )

it.each([
  [{ support_email: 'ask@example.org', support_phone: '+49 30 1' }],
  [{ support_email: null, support_phone: '+49 30 1' }],
])('names %j, and leads nobody out of the window by a link', (contact) => {
  const shown = sheet(contact)
  for (const address of Object.values(contact)) if (address) expect(shown).toContain(address)
  expect(shown).not.toContain('href')
  expect(shown).toContain('Leaving this window ends your test.')
})
