import type { Letter } from '../message.ts'
import { facts, link, note, paragraph } from './blocks.ts'
import { type CalendarEntry, calendarFile } from './calendar.ts'
import { askLine, contactLine, type MailContact, mailboxOf } from './contact.ts'
import { duration, moment } from './format.ts'
import { letter } from './letter.ts'

export interface InvitationFacts {
  organization: string
  drive: string
  contact: MailContact
  /** null: an assessment, which can be begun at any time while its link opens it. */
  startsAt: number | null
  /** The end of the drive, or for an assessment the end of its link. null: it never ends. */
  endsAt: number | null
  /** This candidate's own time. */
  allottedSeconds: number
  /** The part of it that was given to them beyond everybody's: it runs past the end of the drive too. */
  extraSeconds?: number
  timeZone?: string
  link: string
  /** One that was mailed before opens nothing any more. */
  hasOlderLink?: boolean
  /** The calendar entry's id, number and time. */
  uid: string
  sequence: number
  stamp: number
}

/** The end that is told for an assessment is the end of its link. */
const endName = ({ startsAt }: InvitationFacts): string => (startsAt === null ? 'Start before' : 'Ends')

const HOW_TO_OPEN = {
  drive:
    'This link is only for you: do not share it. Open it some time before the start, on the computer you will use for the test. The page checks that everything works and tells you when the test starts.',
  assessment:
    'This link is only for you: do not share it. Open it on the computer you will use for the test, when you have time to take it: the page checks that everything works, and your time runs from the moment you start.',
}

/** When, how long, who and whom to ask. */
const whenAndWho = (about: InvitationFacts) =>
  facts(
    about.startsAt === null ? null : ['Starts', moment(about.startsAt, about.timeZone)],
    about.endsAt === null ? null : [endName(about), moment(about.endsAt, about.timeZone)],
    ['Duration', duration(about.allottedSeconds)],
    ['Organization', about.organization],
    ['Contact', contactLine(about.contact, about.organization)],
  )

/** The same for all mails about one candidate's test. */
export const calendarUid = (attemptRef: string): string => `${attemptRef}@holdfast`

const calendarOf = (about: InvitationFacts) => {
  const { startsAt, endsAt, allottedSeconds, extraSeconds = 0 } = about
  if (startsAt === null) return []
  return [
    calendarEntry(about, {
      startsAt,
      // As their deadline is: what was given beyond everybody's time comes on top of the drive's end.
      endsAt:
        Math.min(endsAt ?? Number.POSITIVE_INFINITY, startsAt + (allottedSeconds - extraSeconds) * 1000) +
        extraSeconds * 1000,
      description: `Test by ${about.organization}, ${duration(allottedSeconds)}. Your link is in the email this came with.`,
    }),
  ]
}

/** The invitation of a candidate: who asks, when and how long, the link, and an entry for the calendar. */
export function invitationLetter(about: InvitationFacts): Letter {
  const { organization, drive } = about
  return letter(
    `${organization} invites you to ${drive}`,
    [
      paragraph(`${organization} invites you to take the test ${drive}.`),
      whenAndWho(about),
      link('Open the test', about.link),
      ...(about.hasOlderLink
        ? [paragraph('This link replaces the one in an earlier email, which no longer works.')]
        : []),
      paragraph(HOW_TO_OPEN[about.startsAt === null ? 'assessment' : 'drive']),
      paragraph(
        'An unreliable network is no reason to worry: what you write is kept on your computer and sent when the network allows.',
      ),
      askLine(about.contact, organization),
      note('If you did not expect this email, you can ignore it.'),
    ],
    calendarOf(about),
  )
}

/** Other dates than those a candidate was told, with the entry that takes the old one's place. */
export function datesChangedLetter(
  about: InvitationFacts,
  before: { startsAt: number; endsAt: number },
): Letter {
  const { organization, drive, timeZone } = about
  return letter(
    `New dates for ${drive}`,
    [
      paragraph(`${organization} has changed the dates of the test ${drive}. The new dates are:`),
      whenAndWho(about),
      facts(
        ['Previous start', moment(before.startsAt, timeZone)],
        ['Previous end', moment(before.endsAt, timeZone)],
      ),
      link('Open the test', about.link),
      paragraph('Your link stays the same. The calendar entry replaces the previous one.'),
      askLine(about.contact, organization),
    ],
    calendarOf(about),
  )
}

/** The test does not take place. */
export function cancelledLetter(about: {
  organization: string
  drive: string
  startsAt: number | null
  contact: MailContact
  timeZone?: string
  uid: string
  sequence: number
  stamp: number
}): Letter {
  const { organization, drive, startsAt } = about
  return letter(
    `${drive} has been cancelled`,
    [
      paragraph(`${organization} has cancelled the test ${drive}. The link you were sent no longer works.`),
      facts(
        startsAt === null ? null : ['Planned start', moment(startsAt, about.timeZone)],
        ['Organization', organization],
        ['Contact', contactLine(about.contact, organization)],
      ),
      askLine(about.contact, organization),
    ],
    startsAt === null
      ? []
      : [
          calendarEntry(about, {
            startsAt,
            endsAt: startsAt,
            description: `${organization} has cancelled this test.`,
            isCancelled: true,
          }),
        ],
  )
}

/**
 * The test had ended and goes on.
 * @param until its deadline, in milliseconds since 1970
 */
export function reopenedLetter(about: InvitationFacts, until: number): Letter {
  const { organization, drive, timeZone, stamp } = about
  return letter(
    `${drive} has been reopened for you`,
    [
      paragraph(
        `${organization} has reopened your test ${drive}. Everything you wrote before is still there.`,
      ),
      facts(
        ['Reopened', moment(stamp, timeZone)],
        ['Ends', moment(until, timeZone)],
        ['Organization', organization],
        ['Contact', contactLine(about.contact, organization)],
      ),
      link('Continue the test', about.link),
      paragraph('Your time is already running. If you can, open the link on the computer you used before.'),
      askLine(about.contact, organization),
    ],
    [
      calendarEntry(about, {
        startsAt: stamp,
        endsAt: until,
        description: `Test by ${organization}, reopened. Your link is in the email this came with.`,
      }),
    ],
  )
}

/** A word on the day before. */
export function reminderLetter(about: InvitationFacts): Letter {
  const { organization, drive } = about
  return letter(
    `${drive} starts soon`,
    [
      paragraph(`The test ${drive} of ${organization} starts soon.`),
      whenAndWho(about),
      link('Open the test', about.link),
      paragraph(
        'Open the link once before the start, on the computer you will use: the page checks camera, browser and storage, so there is time to fix any problem.',
      ),
      askLine(about.contact, organization),
    ],
    calendarOf(about),
  )
}

type About = Pick<InvitationFacts, 'drive' | 'organization' | 'contact' | 'uid' | 'sequence' | 'stamp'>

/** Calendars are shared and copied: the entry tells where the link is, and does not hold it. */
const calendarEntry = (
  { drive, organization, contact, uid, sequence, stamp }: About,
  what: Pick<CalendarEntry, 'startsAt' | 'endsAt' | 'description' | 'isCancelled'>,
) =>
  calendarFile({
    ...what,
    uid,
    sequence,
    stamp,
    title: `${drive} (${organization})`,
    description: `${what.description} Contact: ${contactLine(contact, organization)}.`,
    organizer: mailboxOf(contact),
  })
