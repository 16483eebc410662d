/**
 * Every sync commits to the device's whole tail. When an op arrives long after it was made, what counts is when a
 * sync first announced it, and whether the server had heard from the device in between.
 */
export interface Announcement {
  upTo: number
  at: number
  /** The last contact before the announcing sync. */
  contactBefore: number | null
}

/** The attempt row's JSON form: [seq, announced at, contact before that (-1: none)] each, oldest first. */
type Stored = [number, number, number][]

export const readAnnounced = (json: string | null): Announcement[] =>
  json === null
    ? []
    : (JSON.parse(json) as Stored).map(([upTo, at, before]) => ({
        upTo,
        at,
        contactBefore: before < 0 ? null : before,
      }))

/** Keeps what is above the head; null where nothing is. */
export function writeAnnounced(list: readonly Announcement[], headSeq: number): string | null {
  const kept = list.filter((a) => a.upTo > headSeq)
  if (kept.length === 0) return null
  return JSON.stringify(kept.map((a) => [a.upTo, a.at, a.contactBefore ?? -1]))
}

/** Adds this sync's tail where it reaches further than any before. */
export function announce(
  list: readonly Announcement[],
  tailSeq: number,
  at: number,
  contactBefore: number | null,
): Announcement[] {
  const reached = list.at(-1)?.upTo ?? 0
  return tailSeq > reached ? [...list, { upTo: tailSeq, at, contactBefore }] : [...list]
}

/** When the op was first announced: by an earlier tail, or by the sync that brings it. */
export function announcementOf(
  list: readonly Announcement[],
  seq: number,
  receivedAt: number,
  lastContact: number | null,
): Omit<Announcement, 'upTo'> {
  return list.find((a) => a.upTo >= seq) ?? { at: receivedAt, contactBefore: lastContact }
}
