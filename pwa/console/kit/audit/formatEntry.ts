import type { DriveSettings } from '#contract/forms/drive.ts'
import type { AuditRow } from '#contract/views/account.ts'
import { plainText } from '#pwa/ui/plainText.ts'
import { settingsFields } from '../format/formatRules.ts'
import { called, capital, formatFieldValue, readAs, spaced } from './formatFieldValue.ts'

/** How the audit log is read: entries come from many places, so words are made of their names. */

/** Names of the things whose ids stand in a change, by field and id. */
export type AuditNames = AuditRow['names']

/** The subject of an entry: its name; a question has only its words, and a rule only those in its change. */
export function formatSubject({
  subject,
  about,
  before,
  after,
}: Pick<AuditRow, 'subject' | 'about'> & Partial<Pick<AuditRow, 'before' | 'after'>>): string {
  const rule = asRecord(after)?.description ?? asRecord(before)?.description
  if (typeof rule === 'string' && /^(default )?rule \d+/.test(subject))
    return `${capital((about ?? subject).replace(/rule \d+/, 'rule'))}: ${rule}`
  return about === null ? subject : subject.startsWith('question ') ? plainText(about) : about
}

/** 'Two Sum (4)': the id tells apart what has the same name. */
function namedIn(field: string, names: AuditNames) {
  return (value: unknown): string => {
    const name = typeof value === 'number' ? names[field]?.[value] : undefined
    if (name === undefined) return formatFieldValue(value, field)
    return `${field === 'questions' ? plainText(name) : name} (${value})`
  }
}

export interface Difference {
  field: string
  /** null: it was not there before. */
  before: string | null
  /** null: it is not there any more. */
  after: string | null
  /** Beside it one by one: whom it counts. */
  each?: readonly string[]
}

const asRecord = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null

/**
 * The changes of an entry, field by field; a value that is no record stands as one field without a name.
 * @param names of the things whose ids it holds
 */
export function differencesOf(before: unknown, after: unknown, names: AuditNames = {}): Difference[] {
  const [old, next] = [asRecord(before), asRecord(after)]
  if (!old && !next) {
    if (before === null && after === null) return []
    return [
      {
        field: '',
        before: before === null ? null : formatFieldValue(before, ''),
        after: after === null ? null : formatFieldValue(after, ''),
      },
    ]
  }
  const fields = [...new Set([...Object.keys(old ?? {}), ...Object.keys(next ?? {})])]
  return fields.flatMap((field) => {
    if (unread.has(field)) return []
    const [was, is] = [old?.[field], next?.[field]]
    if (isNothing(was) && isNothing(is)) return []
    // A list that is as it was stands in the entry beside what changed.
    if (old && next && field in old && field in next && JSON.stringify(was) === JSON.stringify(is)) return []
    // Beside what did change: it did not happen, and nothing was before it.
    if (old && !(field in old) && is === false) return []
    if (field === 'settings' && (isSettings(was) || isSettings(is))) return settingsDifferences(was, is)
    const one = namedIn(field, names)
    // Who was deleted since is counted and not named.
    if (field === 'invited' && names.invited)
      return { field: 'Invited', before: null, after: String(is), each: Object.values(names.invited) }
    const as = readAs[field]
    const told = (value: unknown): string =>
      typeof value === 'number' && as
        ? as[1](value)
        : Array.isArray(value) && value.length > 0 && field !== 'pieces'
          ? value.map(one).join(', ')
          : one(value)
    return {
      field: as?.[0] ?? called[field] ?? names.attempts?.[field] ?? capital(spaced(field)),
      before: old && field in old ? told(was) : null,
      after: next && field in next ? told(is) : null,
    }
  })
}

/** Fields with nothing to read: they say where others are looked up, and what belongs together. */
const unread = new Set(['rows', 'batch', 'struck'])

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === ''

const isSettings = (value: unknown): value is DriveSettings =>
  asRecord(value) !== null && 'leave_policy' in (value as object) && 'release_reports' in (value as object)

/** A drive's settings one by one, as its wizard names them; of two states what differs. */
const settingsDifferences = (before: unknown, after: unknown): Difference[] =>
  settingsFields
    .map(([field, wordsOf]) => ({
      field,
      before: isSettings(before) ? wordsOf(before) : null,
      after: isSettings(after) ? wordsOf(after) : null,
    }))
    .filter(({ before, after }) => before !== after)
