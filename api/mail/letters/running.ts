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
  const older = about.hasOlderLink ? ['The link you had before has ended.'] : []
  const now = isPaused
    ? `Your test is paused, and its clock stands still until ${organization} lets it go on.`
    : 'Your test is running, and its clock with it.'
  return letter(
    `Your ${about.hasOlderLink ? 'new ' : ''}link to ${drive}: the test is ${isPaused ? 'paused' : 'running'}`,
    [
      paragraph([`This is your link to the test ${drive} of ${organization}.`, ...older, now].join(' ')),
      facts(
        isPaused ? null : ['Ends', moment(until, about.timeZone)],
        ['Organization', organization],
        ['Whom to ask', contactLine(about.contact, organization)],
      ),
      link('Go on with the test', about.link),
      paragraph(
        'Open the link on the same device and in the same browser you took the test in. What waits there is sent then, and you go on where you were.',
      ),
      paragraph(
        'If you no longer have that device, take another one: it shows everything that was sent before. What the first one still holds stays there, and is sent once the link is opened on it too.',
      ),
      askLine(about.contact, organization),
    ],
  )
}
