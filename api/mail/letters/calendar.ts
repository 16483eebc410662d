import ical, { ICalCalendarMethod } from 'ical-generator'
import { oneLine } from '../address.ts'
import type { Attachment } from '../message.ts'

export interface CalendarEntry {
  /** The same for every mail about it, so that a calendar keeps one entry. */
  uid: string
  title: string
  startsAt: number
  endsAt: number
  description: string
  /** When this was written. */
  stamp: number
}

/** An .ics with one entry in UTC, which every calendar shows in its owner's time. */
export function calendarFile(entry: CalendarEntry): Attachment {
  const calendar = ical({
    prodId: { company: 'Holdfast', product: 'Holdfast' },
    method: ICalCalendarMethod.PUBLISH,
  })
  calendar.createEvent({
    id: entry.uid,
    summary: oneLine(entry.title),
    start: new Date(entry.startsAt),
    end: new Date(entry.endsAt),
    stamp: new Date(entry.stamp),
    description: oneLine(entry.description, 1_000),
  })
  return {
    filename: 'test.ics',
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: calendar.toString(),
  }
}
