import type { Diagnosis } from './diagnosis.ts'

const NAME = 'Time zone'
/** Fewer are known to a Node that was built without the data of all zones. */
const ZONES = 300

/**
 * Whether the zone of this process is known, and those of people.
 * @param asked the zone that the environment asks for; undefined: the machine's own
 */
export function examineTimeZone(asked: string | undefined, now: number): Diagnosis {
  if (Intl.supportedValuesOf('timeZone').length < ZONES)
    return {
      name: NAME,
      ok: false,
      says: 'This Node knows few time zones: dates in emails would be told in UTC.',
      todo: 'Use a Node with full ICU data, as nodejs.org and Docker’s node images have it.',
    }
  if (asked !== undefined && asked !== '' && !isKnown(asked))
    return {
      name: NAME,
      ok: false,
      says: `TZ=${asked} is no known time zone, so this process counts in another one.`,
      todo: 'Set TZ to a name such as Europe/Berlin, or to none.',
    }
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone }).format(now)
  return {
    name: NAME,
    ok: true,
    says: `This process counts in ${timeZone}, where today is ${today}. The log, backups and deadlines go by UTC, and drives by the zones of the people who see them: this zone changes none of them.`,
  }
}

function isKnown(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name.replace(/^:/, '') })
    return true
  } catch {
    return false
  }
}
