/** How the audit log is read: entries come from many places, so words are made of their names. */

const spaced = (name: string): string => name.replaceAll('_', ' ')
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** 'user.reset_password' → 'User: reset password' */
export function actionInWords(action: string): string {
  const [noun = '', ...verbs] = action.split('.')
  const verb = spaced(verbs.join(' '))
  return verb ? `${capital(spaced(noun))}: ${verb}` : capital(spaced(noun))
}

function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

export interface Difference {
  field: string
  /** null: it was not there before. */
  before: string | null
  /** null: it is not there any more. */
  after: string | null
}

const asRecord = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null

/** What an entry changed, field by field; what is no record stands as one field without a name. */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  const [old, next] = [asRecord(before), asRecord(after)]
  if (!old && !next) {
    if (before === null && after === null) return []
    return [
      {
        field: '',
        before: before === null ? null : inWords(before),
        after: after === null ? null : inWords(after),
      },
    ]
  }
  const fields = [...new Set([...Object.keys(old ?? {}), ...Object.keys(next ?? {})])]
  return fields.map((field) => ({
    field: capital(spaced(field)),
    before: old && field in old ? inWords(old[field]) : null,
    after: next && field in next ? inWords(next[field]) : null,
  }))
}
