export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Path = `/${string}`
export type PathTable = Record<string, readonly [Method, Path]>
export const API_BASE = '/api/v1'

export type UrlParts = [
  params?: Readonly<Record<string, string | number>>,
  query?: Readonly<Record<string, string | number | boolean | undefined>>,
]

/**
 * Fills in a path and its query.
 * @throws where a path parameter is missing: a fault of the caller, never of a person
 */
export function spellUrl(path: Path, ...[params = {}, query = {}]: UrlParts): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${path}: no value for {${name}}`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const tail = search.toString()
  return `${API_BASE}${filled}${tail ? `?${tail}` : ''}`
}
