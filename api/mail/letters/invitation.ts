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
const endName = ({ startsAt }: InvitationFacts): string => (startsAt === null ? 'Begin it before' : 'Ends')

const HOW_TO_OPEN = {
  drive:
    'The link is yours alone: do not pass it on. Open it on the computer you will take the test on, some time before the start. The page checks what the test needs and tells you when it begins.',
  assessment:
    'The link is yours alone: do not pass it on. Open it on the computer you will take the test on, when you have the time for it: the page checks what the test needs, and your time runs from the moment you begin.',
}

/** When, how long, who and whom to ask. */
const whenAndWho = (about: InvitationFacts) =>
  facts(
    about.startsAt === null ? null : ['Starts', moment(about.startsAt, about.timeZone)],
    about.endsAt === null ? null : [endName(about), moment(about.endsAt, about.timeZone)],
    ['Time for the test', duration(about.allottedSeconds)],
    ['Organization', about.organization],
    ['Whom to ask', contactLine(about.contact, about.organization)],
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
      description: `Test of ${about.organization}, ${duration(allottedSeconds)}. Your link is in the mail this came with.`,
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
        ? [paragraph('The link of an earlier mail has ended; this one takes its place.')]
        : []),
      paragraph(HOW_TO_OPEN[about.startsAt === null ? 'assessment' : 'drive']),
      paragraph(
        'A network that comes and goes is no reason to worry: what you write is kept on your computer and sent when the network allows.',
      ),
      askLine(about.contact, organization),
      note('If you did not expect this, ignore it.'),
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
    `New dates of ${drive}`,
    [
      paragraph(`${organization} changed the dates of the test ${drive}. These hold now:`),
      whenAndWho(about),
      facts(
        ['Started before', moment(before.startsAt, timeZone)],
        ['Ended before', moment(before.endsAt, timeZone)],
      ),
      link('Open the test', about.link),
      paragraph('Your link stays the same. The entry for your calendar takes the place of the one before.'),
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
    `${drive} does not take place`,
    [
      paragraph(`${organization} cancelled the test ${drive}. The link you were sent no longer opens it.`),
      facts(
        startsAt === null ? null : ['Would have started', moment(startsAt, about.timeZone)],
        ['Organization', organization],
        ['Whom to ask', contactLine(about.contact, organization)],
      ),
      askLine(about.contact, organization),
    ],
    startsAt === null
      ? []
      : [
          calendarEntry(about, {
            startsAt,
            endsAt: startsAt,
            description: `${organization} cancelled this test.`,
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
    `${drive} was opened again for you`,
    [
      paragraph(`${organization} opened your test ${drive} again. What you wrote before is all there.`),
      facts(
        ['Opened again', moment(stamp, timeZone)],
        ['Ends', moment(until, timeZone)],
        ['Organization', organization],
        ['Whom to ask', contactLine(about.contact, organization)],
      ),
      link('Go on with the test', about.link),
      paragraph('Your time runs already. Open the link on the computer you took the test on, if you can.'),
      askLine(about.contact, organization),
    ],
    [
      calendarEntry(about, {
        startsAt: stamp,
        endsAt: until,
        description: `Test of ${organization}, opened again. Your link is in the mail this came with.`,
      }),
    ],
  )
}

/** A word on the day before. */
export function reminderLetter(about: InvitationFacts): Letter {
  const { organization, drive } = about
  return letter(
    `${drive} begins soon`,
    [
      paragraph(`The test ${drive} of ${organization} begins soon.`),
      whenAndWho(about),
      link('Open the test', about.link),
      paragraph(
        'Open the link once before the start, on the computer you will use: the page checks camera, browser and storage, and there is time to put right what is missing.',
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
    description: `${what.description} Whom to ask: ${contactLine(contact, organization)}.`,
    organizer: mailboxOf(contact),
  })
