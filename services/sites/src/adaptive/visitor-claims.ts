import { own, type Value } from '@quire/conditions'
import type { AdaptiveClaim, AdaptiveClaims, AdaptiveJsonSchema } from '@quire/contracts'

/** Claims as conditions see them: `visitor.claims`. */
export type VisitorClaims = Readonly<Record<string, Value>>

/** What a visitor brings, of any shape. */
interface RawClaims {
  /** The schema of the site, where it has one. */
  schema: AdaptiveJsonSchema | undefined
  /** From a token that the site's key signed. */
  signed: unknown
  /** From the address or a cookie: whatever the visitor likes to say. */
  unsigned: unknown
}

/** Bytes of the claims as JSON, about. They travel in tokens, which are headers of requests. */
const mostBytes = 4096
const mostItems = 100
const mostLevels = 5

/**
 * The claims that conditions of a site may see. Of both kinds these are the ones that the schema names, where they are
 * of the type that it says. Unsigned texts that say a boolean or a number count as that. Without a schema every signed
 * claim is seen, and no unsigned one (docs/adr/0060). What exceeds 4096 bytes is left out, unsigned claims first.
 */
export function visitorClaims({ schema, signed, unsigned }: RawClaims): VisitorClaims {
  const { unsigned: declared, ...claims } = schema?.properties ?? {}
  const reading: Reading = { left: mostBytes, isSigned: true }
  const seen = schema ? ofClaims(signed, claims, reading) : asTheyAre(signed, reading, 1)
  const said = ofClaims(unsigned, declared?.properties ?? {}, { ...reading, isSigned: false })
  // No signed claim may pass for the unsigned ones.
  const { unsigned: _, ...signedOnly } = isObject(seen) ? seen : {}
  return { ...signedOnly, ...(said && Object.keys(said).length > 0 && { unsigned: said }) }
}

interface Reading {
  left: number
  isSigned: boolean
}

/** Each claim by the name that the schema gives it. */
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
  return raw.slice(0, mostItems).flatMap((one) => ofType(one, items, reading) ?? [])
}

function ofType(raw: Value, claim: AdaptiveClaim, reading: Reading): Value {
  const value = typeof raw === 'string' && !reading.isSigned ? meant(raw, claim.type) : raw
  if (typeof value !== claim.type) return undefined
  if (claim.type === 'string' && claim.enum && !claim.enum.includes(String(value))) return undefined
  return paid(value, reading)
}

/** What a text says where the schema expects no text: an address and a cookie hold nothing else. */
function meant(text: string, type: AdaptiveClaim['type']): Value {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return type === 'number' && text.trim() !== '' ? Number(text) : text
}

/** Plain data, cut where it is endless. */
function asTheyAre(raw: unknown, reading: Reading, level: number): Value {
  if (!Array.isArray(raw) && !isObject(raw)) return paid(raw, reading)
  // For its brackets and a comma.
  reading.left -= 3
  if (level > mostLevels || reading.left < 0) return undefined
  if (isObject(raw)) return entries(Object.keys(raw), reading, (name) => asTheyAre(raw[name], reading, level + 1))
  return raw.slice(0, mostItems).flatMap((one) => {
    const item = asTheyAre(one, reading, level + 1)
    return item === undefined ? [] : [item]
  })
}

/** Those of the names that have a value, as long as names and values may be there. */
function entries(names: string[], reading: Reading, valueBy: (name: string) => Value): VisitorClaims {
  const found = names.flatMap((name): [string, Value][] => {
    // With its colon.
    const bytes = bytesOf(name) + 1
    if (bytes > reading.left || !isTold(name)) return []
    reading.left -= bytes
    const value = valueBy(name)
    if (value !== undefined) return [[name, value]]
    reading.left += bytes
    return []
  })
  return Object.fromEntries(found)
}

/** A value where it still has its place, and can be told at all. */
function paid(value: unknown, reading: Reading): Value {
  const isPlain = typeof value === 'string' ? isTold(value) : typeof value === 'boolean' || Number.isFinite(value)
  const bytes = isPlain ? bytesOf(value as Value) + 1 : reading.left + 1
  if (bytes > reading.left) return undefined
  reading.left -= bytes
  // JSON knows one zero only.
  return value === 0 ? 0 : (value as Value)
}

/** Whether the other services take a text: they refuse NUL and lone surrogates. */
const isTold = (text: string) => text.isWellFormed() && !text.includes('\0')

const bytesOf = (value: Value) => Buffer.byteLength(JSON.stringify(value))

const isObject = (raw: unknown): raw is Readonly<Record<string, unknown>> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)
