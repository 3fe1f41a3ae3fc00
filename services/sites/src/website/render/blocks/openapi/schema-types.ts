import { isJson, type Json, listAt, resolved, textAt } from './json-pointers.ts'

/** Schemas that one may take together: lists within lists would be as many as one likes. */
const maxParts = 60

/** Merged schemas, by the specification and by the schema as written: the same one stands in many places. */
const known = new WeakMap<object, Map<unknown, Json>>()

/** A schema with all that it takes from others in it: what `allOf` lists is put together. */
export function wholeSchema(written: unknown, specification: unknown): Json {
  if (!isJson(written) || !isJson(specification)) return {}
  const schemas = known.get(specification) ?? new Map<unknown, Json>()
  known.set(specification, schemas)
  const name = Object.keys(written).length === 1 && written.$ref !== undefined ? written.$ref : written
  const schema = schemas.get(name) ?? putTogether(written, specification, { left: maxParts }, 0)
  schemas.set(name, schema)
  return schema
}

function putTogether(written: unknown, specification: unknown, budget: { left: number }, depth: number): Json {
  const schema = resolved(written, specification)
  const parts = depth < 8 ? listAt(schema, 'allOf').slice(0, Math.max(0, budget.left)) : []
  if (parts.length === 0) return schema
  budget.left -= parts.length
  const { allOf: _, ...rest } = schema
  return parts.map((part) => putTogether(part, specification, budget, depth + 1)).reduceRight(together, rest)
}

/** The first schema takes precedence; properties are those of both. */
function together(schema: Json, part: Json): Json {
  const properties = { ...record(part.properties), ...record(schema.properties) }
  const required = [...new Set([...listAt(part, 'required'), ...listAt(schema, 'required')])]
  return {
    ...part,
    ...schema,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  }
}

const record = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

export const namesOf = (schema: Json): string[] => {
  const type = schema.type
  const names = Array.isArray(type)
    ? type.filter((one) => typeof one === 'string')
    : typeof type === 'string'
      ? [type]
      : []
  return schema.nullable === true && !names.includes('null') ? [...names, 'null'] : names
}

/** A schema's type in a few words: `string · date-time`, `integer[]`, `object`. */
export function typeText(schema: Json, specification: unknown, depth = 0): string {
  const names = namesOf(schema).filter((name) => name !== 'null')
  const isList = names.includes('array') || (names.length === 0 && schema.items !== undefined)
  const typeNames = names.length > 0 ? names : [implied(schema)]
  const all = typeNames.map((name) => {
    if (name !== 'array' || !isList) return name
    return depth > 3 ? 'array' : `${typeText(wholeSchema(schema.items, specification), specification, depth + 1)}[]`
  })
  const format = textAt(schema, 'format')
  return `${all.join(' | ').slice(0, 100)}${format && !isList ? ` · ${format.slice(0, 50)}` : ''}`
}

function implied(schema: Json): string {
  if (schema.properties !== undefined || schema.additionalProperties !== undefined) return 'object'
  if (schema.items !== undefined) return 'array'
  if (Array.isArray(schema.enum)) return 'enum'
  if (schema.oneOf !== undefined) return 'one of'
  return schema.anyOf === undefined ? 'any' : 'any of'
}
