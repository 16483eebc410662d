import type { Letter } from '../message.ts'
import { facts, link, paragraph } from './blocks.ts'
import { askLine, contactLine } from './contact.ts'
import { moment } from './format.ts'
import type { InvitationFacts } from './invitation.ts'
import { letter } from './letter.ts'

/**
 * The link to a test that was begun. A candidate loses time by reading it, so it says what the clock does and where
 * written work lies, and nothing that is told before a start.
 * @param clock until when the test runs, in milliseconds since 1970; while it is paused nobody knows that
 */
export function runningLetter(about: InvitationFacts, clock: { until: number; isPaused: boolean }): Letter {
  const { organization, drive } = about
  const { until, isPaused } = clock
  const older = about.hasOlderLink ? ['Your previous link no longer works.'] : []
  const now = isPaused
    ? `Your test is paused, and its clock is stopped until ${organization} resumes it.`
    : 'Your test is running, and so is its clock.'
  return letter(
    `Your ${about.hasOlderLink ? 'new ' : ''}link to ${drive}: the test is ${isPaused ? 'paused' : 'running'}`,
    [
      paragraph([`This is your link to the test ${drive} of ${organization}.`, ...older, now].join(' ')),
      facts(
        isPaused ? null : ['Ends', moment(until, about.timeZone)],
        ['Organization', organization],
        ['Contact', contactLine(about.contact, organization)],
      ),
      link('Continue the test', about.link),
      paragraph(
        'Open the link on the same device and in the same browser you used before. Anything waiting there is then sent, and you continue where you left off.',
      ),
      paragraph(
        'If you no longer have that device, use another one: it shows everything that was sent before. Work still on the first device stays there and is sent once you open the link on it too.',
      ),
      askLine(about.contact, organization),
    ],
  )
}
