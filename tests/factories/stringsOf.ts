import type { z } from 'zod'

/** A place where a schema takes a text: the whole of what looks at it there, and how a text is handed to that. */
export interface Place {
  path: string
  schema: z.ZodType
  wrap: (text: string) => unknown
}

/** The parts that are read of a schema of any kind. */
interface Def {
  type: string
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  keyType?: z.ZodType
  valueType?: z.ZodType
  options?: z.ZodType[]
  coerce?: boolean
  checks?: { _zod: { def: { check: string; abort?: boolean } } }[]
}
const defOf = (schema: z.ZodType): Def => schema._zod.def as unknown as Def

const WRAPPERS = new Set(['optional', 'nullable', 'default', 'prefault', 'readonly', 'catch', 'nonoptional'])

/** All places of a schema that take a text, through objects, lists and choices. */
export function placesOf(
  schema: z.ZodType,
  path = '',
  outer = schema,
  wrap: Place['wrap'] = (text) => text,
): Place[] {
  const def = defOf(schema)
  const inner = (next: z.ZodType | undefined): Place[] => (next ? placesOf(next, path, outer, wrap) : [])
  if (WRAPPERS.has(def.type)) return inner(def.innerType)
  switch (def.type) {
    case 'pipe':
      return def.in && defOf(def.in).type === 'transform' ? inner(def.out) : inner(def.in)
    case 'string':
      return [{ path, schema: outer, wrap }]
    case 'number':
      return def.coerce ? [{ path, schema: outer, wrap }] : []
    case 'union':
      return (def.options ?? []).flatMap(inner)
    case 'object':
      return Object.entries(def.shape ?? {}).flatMap(([key, value]) => placesOf(value, `${path}.${key}`))
    case 'array':
      return def.element
        ? placesOf(def.element, `${path}[]`, holdsText(def.element) ? outer : def.element, (text) =>
            holdsText(def.element) ? wrap([text] as never) : text,
          )
        : []
    case 'record':
      return [
        { path: `${path}{}`, schema: outer, wrap: (text) => ({ [text]: null }) },
        ...(def.valueType ? placesOf(def.valueType, `${path}{}`) : []),
      ]
    default:
      return []
  }
}

function holdsText(element: z.ZodType | undefined): boolean {
  if (!element) return false
  const def = defOf(element)
  if (WRAPPERS.has(def.type)) return holdsText(def.innerType)
  return def.type === 'pipe' ? holdsText(def.in) : def.type === 'string'
}

/** The bare strings on a schema's way in, and whether each of them is refused by its length before all else. */
export function stringsOf(schema: z.ZodType, path = ''): { path: string; isBounded: boolean }[] {
  const def = defOf(schema)
  const below = [def.innerType, def.keyType, def.valueType, def.element, ...(def.options ?? [])]
  if (def.type === 'pipe') below.push(def.in && defOf(def.in).type === 'transform' ? def.out : def.in)
  const own = def.type === 'string' ? [{ path, isBounded: isLengthFirst(def.checks ?? []) }] : []
  return [
    ...own,
    ...below.flatMap((one) => (one ? stringsOf(one, path) : [])),
    ...Object.entries(def.shape ?? {}).flatMap(([key, value]) => stringsOf(value, `${path}.${key}`)),
  ]
}

/** A look at its length in units, one at its length in characters; what breaks one of them goes no further. */
const isLengthFirst = (checks: NonNullable<Def['checks']>): boolean => {
  const [units, characters] = checks.map((check) => check._zod.def)
  return (
    units?.check === 'custom' &&
    units.abort === true &&
    characters?.check === 'max_length' &&
    characters.abort === true
  )
}
