import type { AuditRow } from '../views.ts'

/** What an entry invited, where it is part of a larger invitation. */
function partOf({ action, after }: AuditRow): { batch: string; invited: number } | null {
  if (action !== 'candidate.invite' || typeof after !== 'object' || after === null) return null
  const { batch, invited }: { batch?: unknown; invited?: unknown } = after
  return typeof batch === 'string' && typeof invited === 'number' ? { batch, invited } : null
}

/**
 * A large invitation is carried out a hundred at a time, each with its entry: who reads the log asked for one and reads
 * one, at the place and with the time of its newest part.
 */
export function joinedEntries(entries: readonly AuditRow[]): AuditRow[] {
  const joined: AuditRow[] = []
  const places = new Map<string, number>()
  for (const entry of entries) {
    const part = partOf(entry)
    const place = part ? places.get(part.batch) : undefined
    const whole = place === undefined ? undefined : joined[place]
    if (!part || place === undefined || !whole) {
      if (part) places.set(part.batch, joined.length)
      joined.push(entry)
      continue
    }
    joined[place] = {
      ...whole,
      after: { ...(entry.after as object), invited: part.invited + (partOf(whole)?.invited ?? 0) },
      names: { ...whole.names, invited: { ...entry.names.invited, ...whole.names.invited } },
    }
  }
  return joined
}
