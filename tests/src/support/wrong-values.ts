import {
  accepts,
  type JsonType,
  resolve,
  type Schema,
  sample,
  sampleFields,
  textsOf,
  variantsOf,
  wrongTypes,
} from './described-schemas.ts'
import { hostileTexts, type WrongValue, wrongChoices, wrongTexts } from './wrong-texts.ts'

/** A value that is invalid at one position; `field` is the name of the position in the refusal. */
interface Wrong {
  field: string
  what: string
  value: unknown
}

interface Position {
  field: string
  /** Returns the whole value with another one at this position. */
  put: (value: unknown) => unknown
}

const ofType: Record<JsonType, unknown> = {
  null: null,
  boolean: true,
  number: 7.5,
  string: 'text',
  array: [[7]],
  object: { not: 'this' },
}

/** Parts of a field's name. A schema may hold itself, and is then broken on its first levels. */
const deepest = 8

/**
 * Yields every way in which a value can break a schema at exactly one position. A named shape that is used at several
 * positions is broken at the first; at the others only its type is wrong. `broken` are the names of earlier shapes.
 */
export function* wrongValues(given: Schema, position: Position, broken = new Set<string>()): Generator<Wrong> {
  if (position.field.split('.').length > deepest) return
  const schema = resolve(given)
  const at = (wrong: WrongValue[]) =>
    wrong.map(([what, value]) => ({ field: position.field, what, value: position.put(value) }))
  yield* at(wrongTypes(schema).map((type) => [type, ofType[type]]))
  const name = nameOf(given)
  if (name !== undefined && broken.has(name)) return
  if (name !== undefined) broken.add(name)
  const choices = textsOf(schema)
  if (choices) yield* at([...wrongChoices(choices), ...hostileTexts])
  const variants = variantsOf(schema).filter(({ type }) => type !== 'null')
  if (schema.oneOf) for (const one of variants) yield* inside(one, position, broken)
  else if (variants.length > 1) yield* inOneOf(schema, variants, position)
  else if (!choices) for (const one of variants) yield* wrongParts(one, position, at, broken)
}

/** The name of a schema's shape, if it has one; of one that may be null too. */
function nameOf({ $ref, anyOf = [] }: Schema): string | undefined {
  const [one, ...others] = anyOf.filter(({ type }) => type !== 'null')
  return $ref ?? (one && others.length === 0 ? nameOf(one) : undefined)
}

function* wrongParts(
  schema: Schema,
  position: Position,
  at: (wrong: WrongValue[]) => Wrong[],
  broken: Set<string>,
): Generator<Wrong> {
  if (schema.type === 'string') yield* at(wrongTexts(schema))
  if (schema.type === 'integer' || schema.type === 'number') yield* at(wrongNumbers(schema))
  if (schema.type === 'array') yield* at(wrongLengths(schema))
  yield* inside(schema, position, broken)
}

/** Values that are wrong in one of their parts. */
function* inside(schema: Schema, position: Position, broken: Set<string>): Generator<Wrong> {
  if (schema.type === 'array')
    yield* wrongValues(
      schema.items ?? {},
      { field: `${position.field}.0`, put: (value) => position.put([value]) },
      broken,
    )
  if (schema.type === 'object') {
    yield* wrongFields(schema, position, broken)
    yield* wrongEntries(schema, position, broken)
  }
}

/** Values that are wrong for every alternative; a refusal need not say which one was meant. */
function* inOneOf(schema: Schema, variants: Schema[], { field, put }: Position): Generator<Wrong> {
  const hostile = hostileTexts.map(([, value]) => JSON.stringify(value).slice(1, -1))
  for (const variant of variants)
    for (const { what, value } of wrongValues(variant, { field, put: (inner) => inner })) {
      const isHostile = hostile.some((text) => JSON.stringify(value).includes(text))
      if (isHostile || !accepts(schema, value)) yield { field, what, value: put(value) }
    }
}

function wrongNumbers({ type, minimum, maximum }: Schema): WrongValue[] {
  const wrong: WrongValue[] = []
  if (minimum !== undefined) wrong.push(['too small', minimum - 1])
  if (maximum !== undefined) wrong.push(['too large', maximum + 2], ['very large', 1e308])
  if (type === 'integer') wrong.push(['a fraction', 1.5])
  return wrong
}

function wrongLengths({ items = {}, minItems, maxItems }: Schema): WrongValue[] {
  const wrong: WrongValue[] = []
  if (minItems) wrong.push(['too few', []])
  if (maxItems) wrong.push(['too many', Array.from({ length: maxItems + 1 }, () => sample(items))])
  return wrong
}

function* wrongFields(schema: Schema, { field, put }: Position, broken: Set<string>): Generator<Wrong> {
  const whole = sampleFields(schema)
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    const inner = `${field}.${name}`
    if (schema.required?.includes(name)) {
      const { [name]: _, ...rest } = whole
      yield { field: inner, what: 'missing', value: put(rest) }
    }
    yield* wrongValues(part, { field: inner, put: (value) => put({ ...whole, [name]: value }) }, broken)
  }
}

/** Wrong entries of an object whose names the caller chooses. */
function* wrongEntries(
  { propertyNames, additionalProperties }: Schema,
  { field, put }: Position,
  broken: Set<string>,
): Generator<Wrong> {
  if (!propertyNames || typeof additionalProperties !== 'object') return
  const value = sample(additionalProperties)
  for (const [what, name] of wrongTexts(propertyNames))
    yield { field, what: `a name that is ${what}`, value: put({ [String(name)]: value }) }
  yield* wrongValues(additionalProperties, { field: `${field}.name`, put: (inner) => put({ name: inner }) }, broken)
}
