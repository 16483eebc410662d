import { expect, test } from 'vitest'
import { saidOfMail } from '#api/mail/said.ts'
import { invitedMessage } from '#api/services/candidates/inviting.ts'
import { requestedMessage, resentMessage } from '#api/services/candidates/resending.ts'

/** Nobody is told of a mail on its way where no mail server is set. */

const mailTransport = {
  where: 'somewhere',
  send: () => Promise.resolve(),
  health: () => Promise.resolve({ ok: true, detail: '' }),
}
const sending = { mailTransport }
const keeping = { mailTransport: { ...mailTransport, keptHere: 'Kept.' } }

test('with a mail server a mail is sent', () => {
  expect(saidOfMail(sending, 'Sent.', { done: 'Made.', where: 'Here.' })).toBe('Sent.')
  expect(invitedMessage(sending, { invited: 2, known: 0, credits: 8 })).toBe(
    'Invitation sent to 2 candidates.',
  )
  expect(invitedMessage(sending, { invited: 1, known: 1, credits: 8 })).toBe(
    'Invitation sent to 1 candidate; 1 was already invited.',
  )
  expect(resentMessage(sending, { invited: 1, waiting: 0 })).toBe('Invitation sent again.')
  expect(requestedMessage(sending)).toContain('is on the way')
})

test('without one it is told that none was sent, what was done all the same, and where the link is', () => {
  expect(saidOfMail(keeping, 'Sent.', { done: 'Made.', where: 'Here.' })).toBe(
    'Made. No email was sent: no mail server is set up. Here.',
  )
  expect(invitedMessage(keeping, { invited: 0, known: 2, credits: 8 })).toBe(
    'No one new: 2 were already invited.',
  )
  for (const words of [
    invitedMessage(keeping, { invited: 2, known: 0, credits: 8 }),
    resentMessage(keeping, { invited: 3, waiting: 0 }),
    requestedMessage(keeping),
  ]) {
    expect(words).toContain('No email was sent')
    expect(words).not.toMatch(/sent to|sent again|on (the|its) way/)
  }
})

test.each([
  [2, 0, '2 invitations sent again.'],
  [1, 2, 'Invitation sent again; 2 are already in the queue.'],
  [3, 1, '3 invitations sent again; 1 is already in the queue.'],
  [0, 1, 'The invitation is already in the queue.'],
  [0, 4, 'The 4 invitations are already in the queue.'],
])(
  'of invitations that are sent again (%i) and those that wait already (%i): %s',
  (invited, waiting, words) => {
    expect(resentMessage(sending, { invited, waiting })).toBe(words)
    const kept = resentMessage(keeping, { invited, waiting })
    expect(kept).toContain(words.replace('sent again', 'created again'))
    expect(kept).toContain('No email was sent')
  },
)
