import { Document, resolve, type Schema } from './document.ts'

export interface Sides {
  before: Document
  after: Document
  /** Pairs of references that were compared already: shapes may be recursive. */
  compared: Set<string>
}

type Direction = 'sent' | 'reply' | 'published'

/** Compares request shapes: whatever clients sent before must still be accepted, without new or narrower demands. */
export function compareSent(sides: Sides, before: Schema, after: Schema, at: string): string[] {
  return compare(sides, before, after, at, 'sent')
}

/** Compares reply shapes: no field may be removed, become optional or have other kinds of value. */
export function compareReply(sides: Sides, before: Schema, after: Schema, at: string): string[] {
  return compare(sides, before, after, at, 'reply')
}

/** Compares event shapes: one version must accept the events of another version; unknown fields are ignored. */
export function comparePublished(published: Schema, accepted: Schema, at: string): string[] {
  const document = Document.parse({ paths: {} })
  return compare({ before: document, after: document, compared: new Set() }, published, accepted, at, 'published')
}

function compare(sides: Sides, one: Schema, other: Schema, at: string, direction: Direction): string[] {
  if (one.$ref && other.$ref) {
    const pair = `${direction} ${one.$ref} ${other.$ref}`
    if (sides.compared.has(pair)) return []
    sides.compared.add(pair)
  }
  const [before, after] = [resolve(sides.before, one), resolve(sides.after, other)]
  const items = before.items && after.items ? compare(sides, before.items, after.items, `${at}[]`, direction) : []
  return [
    ...compareKinds(before, after, at, direction),
    ...(direction !== 'reply' ? [...compareValues(before, after, at), ...compareBounds(before, after, at)] : []),
    ...compareFields(sides, before, after, at, direction),
    ...items,
    ...compareVariants(sides, before, after, at, direction),
  ]
}

function compareKinds(before: Schema, after: Schema, at: string, direction: Direction): string[] {
  const [was, now] = [kindsOf(before), kindsOf(after)]
  const [wide, narrow] = direction === 'reply' ? [was, now] : [now, was]
  const fits = (kind: string) => wide.includes(kind) || (kind === 'integer' && wide.includes('number'))
  if (wide.length === 0 || narrow.every(fits)) return []
  return [`${at}: ${was.join(' or ')} became ${now.join(' or ')}`]
}

/** Compares enumerations: a new value in a reply is an addition; a value that is no longer accepted is a breakage. */
function compareValues(before: Schema, after: Schema, at: string): string[] {
  const [was, now] = [valuesOf(before), valuesOf(after)]
  if (!now) return []
  if (!was) return [`${at}: takes only some values now`]
  const removed = was.filter((value) => !now.includes(value))
  return removed.length > 0 ? [`${at}: ${removed.join(', ')} is no longer taken`] : []
}

const bounds = [
  ['minLength', 1],
  ['maxLength', -1],
  ['minimum', 1],
  ['maximum', -1],
  ['minItems', 1],
  ['maxItems', -1],
] as const

function compareBounds(before: Schema, after: Schema, at: string): string[] {
  const narrower = bounds.flatMap(([name, sign]) => {
    const [was, now] = [before[name], after[name]]
    return now !== undefined && (was === undefined || sign * now > sign * was) ? [`${at}: ${name} is now ${now}`] : []
  })
  const isOther = after.pattern !== undefined && after.pattern !== before.pattern
  return isOther ? [...narrower, `${at}: another pattern`] : narrower
}

function compareFields(sides: Sides, before: Schema, after: Schema, at: string, direction: Direction): string[] {
  const [was, now] = [before.properties ?? {}, after.properties ?? {}]
  const changed = Object.entries(was).flatMap(([name, schema]) => {
    const field = now[name]
    if (field) return compare(sides, schema, field, `${at}.${name}`, direction)
    return after.properties && direction !== 'published' ? [`${at}.${name} is gone`] : []
  })
  const [demanded, known] = direction === 'reply' ? [before, after] : [after, before]
  const stricter = (demanded.required ?? []).filter((name) => !known.required?.includes(name))
  if (direction !== 'reply') return [...changed, ...stricter.map((name) => `${at}.${name} is now required`)]
  return [...changed, ...stricter.filter((name) => now[name]).map((name) => `${at}.${name} may be absent now`)]
}

/** Compares variants. Matches them by component, else by a distinguishing constant, else by position. */
function compareVariants(sides: Sides, before: Schema, after: Schema, at: string, direction: Direction): string[] {
  const now = variantsOf(after)
  return variantsOf(before).flatMap((variant, index) => {
    const name = nameOf(resolve(sides.before, variant))
    const component = now.find(({ $ref }) => $ref !== undefined && $ref === variant.$ref)
    const named = now.find((one) => nameOf(resolve(sides.after, one)) === name)
    const same = component ?? (name === undefined ? now[index] : named)
    if (same) return compare(sides, variant, same, `${at}<${name ?? index}>`, direction)
    return direction === 'reply' ? [] : [`${at}: the variant ${name ?? index} is no longer taken`]
  })
}

const variantsOf = (schema: Schema) => schema.oneOf ?? schema.anyOf ?? schema.allOf ?? []

function nameOf({ properties }: Schema): string | undefined {
  const values = ['operation', 'object', 'type', 'kind'].map((key) => properties?.[key]?.const)
  return values.find((value) => typeof value === 'string')
}

/** Returns the kinds of value that a schema allows; empty if it allows any. */
function kindsOf(schema: Schema): string[] {
  if (schema.type !== undefined) return [schema.type].flat()
  const kinds = (schema.oneOf ?? schema.anyOf ?? []).map(kindsOf)
  return kinds.some((one) => one.length === 0) ? [] : kinds.flat()
}
const valuesOf = (schema: Schema): unknown[] | undefined =>
  schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
