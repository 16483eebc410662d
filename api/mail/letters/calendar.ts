import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { type Mailbox, onOneLine } from '../address.ts'
import type { Attachment } from '../message.ts'

export interface CalendarEntry {
  /** The same for every mail about it, so that a calendar keeps one entry. */
  uid: string
  /** Grows with every mail about it: the newer entry takes the place of the older one. */
  sequence: number
  title: string
  startsAt: number
  endsAt: number
  description: string
  /** When this was written. */
  stamp: number
  /** Whom it is from. */
  organizer: Mailbox | null
  /** It does not take place: calendars drop it. */
  isCancelled?: boolean
}

/** A calendar takes no organizer without a name, and no quotation mark in one. */
const nameOf = ({ name, address }: Mailbox): string => name.replaceAll('"', '').trim() || address

/** An .ics with one entry in UTC, which every calendar shows in its owner's time. */
export function calendarFile(entry: CalendarEntry): Attachment {
  const method = entry.isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH
  const calendar = ical({ prodId: { company: 'Holdfast', product: 'Holdfast' }, method })
  calendar.createEvent({
    id: entry.uid,
    sequence: entry.sequence,
    summary: onOneLine(entry.title),
    start: new Date(entry.startsAt),
    end: new Date(entry.endsAt),
    stamp: new Date(entry.stamp),
    description: onOneLine(entry.description, 1_000),
    ...(entry.isCancelled && { status: ICalEventStatus.CANCELLED }),
    ...(entry.organizer && {
      organizer: { name: nameOf(entry.organizer), email: entry.organizer.address },
    }),
  })
  return {
    filename: 'test.ics',
    contentType: `text/calendar; charset=utf-8; method=${method}`,
    content: calendar.toString(),
  }
}
