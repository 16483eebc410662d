import { z } from 'zod'

/** Data that a schema takes, made from its JSON Schema. It knows the words our views use and no others. */

interface JsonSchema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  minimum?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
}

const jsonSchemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

/** @param extra is put into every object whose keys the schema lists, those in lists included */
export function sampleOf(schema: z.ZodType, extra: Record<string, unknown> = {}): unknown {
  return sample(jsonSchemaOf(schema), extra)
}

/** Names of the keys an object of this schema cannot do without; none where it is no object. */
export const requiredOf = (schema: z.ZodType): string[] => jsonSchemaOf(schema).required ?? []

function sample(schema: JsonSchema, extra: Record<string, unknown>): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  // The richest of several: what may be null is there.
  if (schema.anyOf) return sample(schema.anyOf.find(({ type }) => type !== 'null') ?? {}, extra)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      return object(schema, extra)
    case 'array':
      return [sample(schema.items ?? {}, extra)]
    case 'string':
      return 'text'
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return true
    case 'null':
    case undefined:
      return null
    default:
      throw new Error(`No sample for ${JSON.stringify(schema)}`)
  }
}

function object(schema: JsonSchema, extra: Record<string, unknown>): unknown {
  const { properties, additionalProperties } = schema
  if (!properties && typeof additionalProperties === 'object')
    return { key: sample(additionalProperties, extra) }
  const listed = Object.entries(properties ?? {}).map(([key, value]) => [key, sample(value, extra)])
  // A schema that takes no other key refuses it, which also keeps it from the wire.
  return { ...Object.fromEntries(listed), ...(additionalProperties !== false && extra) }
}
