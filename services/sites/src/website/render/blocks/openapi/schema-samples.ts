import { sample } from 'openapi-sampler'
import { entriesAt, isJson, type Json, listAt, textAt } from './json-pointers.ts'
import type { Content } from './operations.ts'
import { wholeSchema } from './schema-types.ts'

/** The bounds of an example. */
const bounds = { depth: 7, parts: 200, properties: 60, text: 2000, characters: 8000 }

/** An example of what is sent, as text: the one of the specification, else one made from its schema. */
export function sampleText(
  { type, schema, example }: Content,
  specification: unknown,
  as: 'request' | 'response',
): string | undefined {
  const value = example ?? madeSample(schema, specification, as)
  if (value === undefined) return undefined
  const text = typeof value === 'string' && !isJsonType(type) ? value : JSON.stringify(value, undefined, 2)
  return text === undefined || text.length > bounds.characters ? undefined : text
}

export const isJsonType = (type: string): boolean => /[/+]json\b/i.test(type)

/** A value that follows a schema; undefined where it says nothing. */
export function madeSample(schema: unknown, specification: unknown, as: 'request' | 'response'): unknown {
  const small = boundedSchema(schema, { specification, budget: { left: bounds.parts }, depth: 0, around: [] })
  if (!small || Object.keys(small).length === 0) return undefined
  return sample(small, {
    skipReadOnly: as === 'request',
    skipWriteOnly: as === 'response',
    quiet: true,
    maxSampleDepth: bounds.depth,
  })
}

interface SamplePlace {
  specification: unknown
  budget: { left: number }
  depth: number
  /** References around this place: what repeats itself is left out. */
  around: readonly string[]
}

/**
 * A schema that refers to nothing, of bounded depth and size, with what a sample is made of and no more: a sample of
 * what people write may take all memory otherwise, by a list of a billion items or a text of as many signs.
 */
function boundedSchema(written: unknown, place: SamplePlace): Json | undefined {
  const { specification, budget, depth } = place
  const reference = textAt(written, '$ref')
  const repeats = reference !== undefined && place.around.includes(reference)
  if (repeats || depth > bounds.depth || budget.left <= 0) return undefined
  budget.left -= 1
  const around = reference === undefined ? place.around : [...place.around, reference]
  const inner = (one: unknown) => boundedSchema(one, { ...place, depth: depth + 1, around })
  const schema = wholeSchema(written, specification)
  const properties = entriesAt(schema, 'properties')
    .slice(0, bounds.properties)
    .flatMap(([name, one]) => {
      const small = inner(one)
      return small ? [[name, small] as const] : []
    })
  const others = properties.length === 0 && isJson(schema.additionalProperties) && inner(schema.additionalProperties)
  return {
    ...Object.fromEntries(keptNames.flatMap((name) => (isSmall(schema[name]) ? [[name, schema[name]]] : []))),
    ...inner(listAt(schema, 'oneOf')[0] ?? listAt(schema, 'anyOf')[0] ?? {}),
    ...(properties.length > 0 && { type: 'object', properties: Object.fromEntries(properties) }),
    ...(isJson(schema.items) && { type: 'array', items: inner(schema.items) ?? {} }),
    ...(others && { type: 'object', additionalProperties: others }),
  }
}

const keptNames = ['type', 'format', 'enum', 'const', 'default', 'example', 'examples'].concat(
  ...['minimum', 'maximum', 'readOnly', 'writeOnly'],
)

/** True if a value is small enough to be a part of an example. */
function isSmall(value: unknown): boolean {
  if (value === undefined) return false
  if (typeof value === 'object') return (JSON.stringify(value)?.length ?? 0) <= bounds.text
  return typeof value !== 'string' || value.length <= bounds.text
}
