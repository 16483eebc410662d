import type { Letter } from '../message.ts'
import { facts, link, note, paragraph } from './blocks.ts'
import { calendarFile } from './calendar.ts'
import { ask, type Contact, contactLine } from './contact.ts'
import { letter } from './letter.ts'
import { duration, moment } from './words.ts'

export interface InvitationFacts {
  organization: string
  drive: string
  contact: Contact
  /** null: it can be begun at any time until its end. */
  startsAt: number | null
  endsAt: number
  allottedSeconds: number
  timeZone?: string
  link: string
  /** Of the calendar's entry. */
  uid: string
  stamp: number
}

/** What a candidate is sent: who asks, when and how long, the link, and an entry for the calendar. */
export function invitationLetter(about: InvitationFacts): Letter {
  const { organization, drive, startsAt, endsAt, allottedSeconds, timeZone } = about
  const whom = contactLine(about.contact, organization)
  return letter(
    `${organization} invites you to ${drive}`,
    [
      paragraph(`${organization} invites you to take the test ${drive}.`),
      facts(
        startsAt === null ? null : ['Starts', moment(startsAt, timeZone)],
        ['Ends', moment(endsAt, timeZone)],
        ['Time for the test', duration(allottedSeconds)],
        ['Organization', organization],
        ['Whom to ask', whom],
      ),
      link('Open the test', about.link),
      paragraph(
        'The link is yours alone: do not pass it on. Open it on the computer you will take the test on, some time before the start. The page checks what the test needs and tells you when it begins.',
      ),
      paragraph(
        'A network that comes and goes is no reason to worry: what you write is kept on your computer and sent when the network allows.',
      ),
      ask(about.contact, organization),
      note('If you did not expect this mail, you need not do anything.'),
    ],
    startsAt === null ? [] : [calendarEntry(about, startsAt, whom)],
  )
}

/** Calendars are shared and copied: the entry tells where the link is, and does not hold it. */
const calendarEntry = (about: InvitationFacts, startsAt: number, whom: string) =>
  calendarFile({
    uid: about.uid,
    title: `${about.drive} (${about.organization})`,
    startsAt,
    endsAt: Math.min(about.endsAt, startsAt + about.allottedSeconds * 1000),
    description: `Test of ${about.organization}, ${duration(about.allottedSeconds)}. Your link is in the mail this came with. Whom to ask: ${whom}.`,
    stamp: about.stamp,
  })
