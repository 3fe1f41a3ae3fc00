import { sample } from 'openapi-sampler'
import { entriesAt, isJson, type Json, listAt } from './json.ts'
import type { Content } from './operations.ts'
import { record, wholeSchema } from './types.ts'

/** What an example shows at most. */
const bounds = { depth: 7, parts: 400, properties: 60, text: 2000, characters: 20_000 }

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
  const small = boundedSchema(schema, specification, { left: bounds.parts }, 0)
  if (Object.keys(small).length === 0) return undefined
  return sample(small, {
    skipReadOnly: as === 'request',
    skipWriteOnly: as === 'response',
    quiet: true,
    maxSampleDepth: bounds.depth,
  })
}

/**
 * A schema that refers to nothing, of bounded depth and size, with what a sample is made of and no more: a sample of
 * what people write may take all memory otherwise, by a list of a billion items or a text of as many signs.
 */
function boundedSchema(written: unknown, specification: unknown, budget: { left: number }, depth: number): Json {
  if (depth > bounds.depth || budget.left <= 0) return {}
  budget.left -= 1
  const schema = wholeSchema(written, specification)
  const inner = (one: unknown) => boundedSchema(one, specification, budget, depth + 1)
  const choice = listAt(schema, 'oneOf')[0] ?? listAt(schema, 'anyOf')[0]
  const kept = Object.fromEntries(keptNames.flatMap((name) => (isSmall(schema[name]) ? [[name, schema[name]]] : [])))
  const properties = entriesAt(schema, 'properties')
    .slice(0, bounds.properties)
    .map(([name, one]) => [name, inner(one)])
  return {
    ...kept,
    ...(choice === undefined ? {} : inner(choice)),
    ...(properties.length > 0 ? { type: 'object', properties: Object.fromEntries(properties) } : {}),
    ...(isJson(schema.items) ? { type: 'array', items: inner(schema.items) } : {}),
    ...(isJson(schema.additionalProperties) && properties.length === 0
      ? { type: 'object', additionalProperties: inner(schema.additionalProperties) }
      : {}),
  }
}

const keptNames = [
  'type',
  'format',
  'enum',
  'const',
  'default',
  'example',
  'examples',
  'minimum',
  'maximum',
  'readOnly',
  'writeOnly',
]

/** Whether a value is small enough to be a part of an example. */
function isSmall(value: unknown): boolean {
  if (value === undefined) return false
  if (typeof value === 'object') return (JSON.stringify(value)?.length ?? 0) <= bounds.text
  return typeof value !== 'string' || value.length <= bounds.text
}

export const isRecord = (value: unknown): boolean => Object.keys(record(value)).length > 0
