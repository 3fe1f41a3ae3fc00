/** As much of a JSON schema as tells what is wrong for it. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}
type Named = Record<string, Schema>

/** A value that is wrong in one place; `field` is the place as a refusal must name it. */
export interface Wrong {
  field: string
  what: string
  value: unknown
}

interface Place {
  field: string
  /** The whole value with another one in this place. */
  put: (value: unknown) => unknown
}

/** Every way in which a value can break a schema in exactly one place. */
export function* wrongValues(schemas: Named, given: Schema, place: Place): Generator<Wrong> {
  const { schema, isNullable } = resolve(schemas, given)
  const wrong = (what: string, value: unknown): Wrong => ({ field: place.field, what, value: place.put(value) })
  if (!isNullable) yield wrong('null', null)
  const variants = schema.oneOf ?? schema.anyOf
  if (variants) {
    yield wrong('another type', [[7]])
    if (schema.oneOf)
      for (const variant of variants) yield* wrongFields(schemas, resolve(schemas, variant).schema, place)
    return
  }
  yield wrong('another type', otherType(schema))
  if (schema.enum) yield wrong('no value of the enum', 'no-such-value')
  else if (schema.type === 'string') yield* wrongTexts(schema, wrong)
  if (schema.type === 'integer' || schema.type === 'number') yield* wrongNumbers(schema, wrong)
  if (schema.type === 'array') yield* wrongLists(schemas, schema, place, wrong)
  if (schema.type === 'object') yield* wrongFields(schemas, schema, place)
}

type Make = (what: string, value: unknown) => Wrong

function* wrongTexts({ minLength, maxLength, const: constant }: Schema, wrong: Make): Generator<Wrong> {
  yield wrong('NUL', 'a\0b')
  yield wrong('half a surrogate pair', 'a\ud800b')
  if (constant !== undefined) return
  if (minLength) yield wrong('too short', '')
  if (maxLength) yield wrong('too long', 'x'.repeat(maxLength + 1))
}

function* wrongNumbers({ type, minimum, maximum }: Schema, wrong: Make): Generator<Wrong> {
  if (minimum !== undefined) yield wrong('too small', minimum - 2)
  if (maximum !== undefined) yield wrong('too large', maximum + 2)
  if (type === 'integer') yield wrong('a fraction', 1.5)
}

function* wrongLists(schemas: Named, schema: Schema, { field, put }: Place, wrong: Make): Generator<Wrong> {
  const item = schema.items ?? {}
  if (schema.minItems) yield wrong('too few', [])
  if (schema.maxItems)
    yield wrong(
      'too many',
      Array.from({ length: schema.maxItems + 1 }, () => sample(schemas, item)),
    )
  yield* wrongValues(schemas, item, { field: `${field}.0`, put: (value) => put([value]) })
}

function* wrongFields(schemas: Named, schema: Schema, { field, put }: Place): Generator<Wrong> {
  const whole = sampleFields(schemas, schema)
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    const inner = `${field}.${name}`
    if (schema.required?.includes(name)) {
      const { [name]: _, ...rest } = whole
      yield { field: inner, what: 'missing', value: put(rest) }
    }
    yield* wrongValues(schemas, part, { field: inner, put: (value) => put({ ...whole, [name]: value }) })
  }
}

const otherType = ({ type }: Schema) => (type === 'object' ? 'text' : { not: 'this' })

/** The smallest value that fits. */
function sample(schemas: Named, given: Schema): unknown {
  const { schema } = resolve(schemas, given)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const variant = schema.oneOf?.[0] ?? schema.anyOf?.[0]
  if (variant) return sample(schemas, variant)
  if (schema.type === 'object') return sampleFields(schemas, schema)
  if (schema.type === 'array')
    return Array.from({ length: schema.minItems ?? 0 }, () => sample(schemas, schema.items ?? {}))
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0
  if (schema.format === 'uri') return 'https://example.com/'
  return 'x'.repeat(Math.max(schema.minLength ?? 1, 1))
}

function sampleFields(schemas: Named, schema: Schema): Record<string, unknown> {
  const names = schema.required ?? []
  return Object.fromEntries(names.map((name) => [name, sample(schemas, schema.properties?.[name] ?? {})]))
}

/** Follows a reference, and takes the null out of what may be null. */
function resolve(schemas: Named, given: Schema): { schema: Schema; isNullable: boolean } {
  const schema = given.$ref ? (schemas[given.$ref.split('/').at(-1) ?? ''] ?? {}) : given
  if (Array.isArray(schema.type) && schema.type.includes('null')) {
    const [type = 'null'] = schema.type.filter((one) => one !== 'null')
    return { schema: { ...schema, type }, isNullable: true }
  }
  const others = schema.anyOf?.filter(({ type }) => type !== 'null')
  if (!others || others.length === schema.anyOf?.length) return { schema, isNullable: Object.keys(schema).length === 0 }
  const [only] = others
  return { schema: others.length === 1 && only ? resolve(schemas, only).schema : { anyOf: others }, isNullable: true }
}
