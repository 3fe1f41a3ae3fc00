import { own, type Value } from '@quire/conditions'
import type { AdaptiveClaim, AdaptiveClaims, AdaptiveJsonSchema } from '@quire/contracts'

/** Claims as conditions read them: `visitor.claims`. */
export type VisitorClaims = Readonly<Record<string, Value>>

/** The claims of a visitor before validation, of any shape. */
interface RawClaims {
  /** Undefined if the site has no schema. */
  schema: AdaptiveJsonSchema | undefined
  /** The payload of a token that the site's key signed. */
  signed: unknown
  /** Values from the address or a cookie, which the visitor may set to anything. */
  unsigned: unknown
}

/** Approximate size of the claims as JSON. They travel in tokens, which are request headers. */
const maxBytes = 4096
const maxItems = 100
const maxLevels = 5

/**
 * Returns the claims that conditions of a site may read: of both kinds, the ones that the schema names and whose type
 * matches. An unsigned text that spells a boolean or a number counts as one. Without a schema all signed claims are
 * returned, and no unsigned one (docs/adr/0023). Claims beyond 4096 bytes are dropped, unsigned ones first.
 */
export function visitorClaims({ schema, signed, unsigned }: RawClaims): VisitorClaims {
  const { unsigned: declared, ...claims } = schema?.properties ?? {}
  const reading: Reading = { left: maxBytes, isSigned: true }
  const seen = schema ? ofClaims(signed, claims, reading) : plainData(signed, reading, 1)
  const said = ofClaims(unsigned, declared?.properties ?? {}, { ...reading, isSigned: false })
  // A signed claim named `unsigned` must not pass for the unsigned claims.
  const { unsigned: _, ...signedOnly } = isObject(seen) ? seen : {}
  return { ...signedOnly, ...(said && Object.keys(said).length > 0 && { unsigned: said }) }
}

interface Reading {
  left: number
  isSigned: boolean
}

/** Reads each claim by the name that the schema gives it. */
function ofClaims(raw: unknown, claims: AdaptiveClaims, reading: Reading): VisitorClaims | undefined {
  if (!isObject(raw)) return undefined
  return entries(Object.keys(claims), reading, (name) => {
    const claim = claims[name]
    return claim && ofClaim(own(raw as VisitorClaims, name), claim, reading)
  })
}

function ofClaim(raw: Value, claim: AdaptiveClaim, reading: Reading): Value {
  if (claim.type === 'object') return ofClaims(raw, claim.properties, reading)
  if (claim.type !== 'array') return ofType(raw, claim, reading)
  if (!Array.isArray(raw)) return undefined
  const { items } = claim
  return raw.slice(0, maxItems).flatMap((one) => ofType(one, items, reading) ?? [])
}

function ofType(raw: Value, claim: AdaptiveClaim, reading: Reading): Value {
  const value = typeof raw === 'string' && !reading.isSigned ? parsedText(raw, claim.type) : raw
  if (typeof value !== claim.type) return undefined
  if (claim.type === 'string' && claim.enum && !claim.enum.includes(String(value))) return undefined
  return withinBudget(value, reading)
}

/** Parses a text for which the schema expects a boolean or a number: addresses and cookies carry only texts. */
function parsedText(text: string, type: AdaptiveClaim['type']): Value {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return type === 'number' && text.trim() !== '' ? Number(text) : text
}

/** Copies plain data, cut off at the bounds of levels, items and bytes. */
function plainData(raw: unknown, reading: Reading, level: number): Value {
  if (!Array.isArray(raw) && !isObject(raw)) return withinBudget(raw, reading)
  // Brackets and a comma.
  reading.left -= 3
  if (level > maxLevels || reading.left < 0) return undefined
  if (isObject(raw)) return entries(Object.keys(raw), reading, (name) => plainData(raw[name], reading, level + 1))
  return raw.slice(0, maxItems).flatMap((one) => {
    const item = plainData(one, reading, level + 1)
    return item === undefined ? [] : [item]
  })
}

/** Returns the names that have a value, as far as names and values fit the budget. */
function entries(names: string[], reading: Reading, valueBy: (name: string) => Value): VisitorClaims {
  const found = names.flatMap((name): [string, Value][] => {
    // The name and its colon.
    const bytes = bytesOf(name) + 1
    if (bytes > reading.left || !isValidText(name)) return []
    reading.left -= bytes
    const value = valueBy(name)
    if (value !== undefined) return [[name, value]]
    reading.left += bytes
    return []
  })
  return Object.fromEntries(found)
}

/** Returns the value if it is a valid plain value and fits the budget. */
function withinBudget(value: unknown, reading: Reading): Value {
  const isPlain = typeof value === 'string' ? isValidText(value) : typeof value === 'boolean' || Number.isFinite(value)
  const bytes = isPlain ? bytesOf(value as Value) + 1 : reading.left + 1
  if (bytes > reading.left) return undefined
  reading.left -= bytes
  // JSON has no negative zero.
  return value === 0 ? 0 : (value as Value)
}

/** False for texts that other services reject: NUL and lone surrogates. */
const isValidText = (text: string) => text.isWellFormed() && !text.includes('\0')

const bytesOf = (value: Value) => Buffer.byteLength(JSON.stringify(value))

const isObject = (raw: unknown): raw is Readonly<Record<string, unknown>> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)
