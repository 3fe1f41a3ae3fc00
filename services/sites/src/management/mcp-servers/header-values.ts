import { maskedHeader } from '@quire/contracts'
import { badRequest, type Sealer } from '@quire/kit'

/** Values by header name. */
type HeaderValues = Readonly<Record<string, string>>

/** Headers of the connection itself, which the connecting client sets. */
const ofConnection = /^(?:connection|content-length|host|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*)$/i

/** The context that a value is sealed for: it opens only for the same server and header, in any case of the name. */
export const headerContext = (serverId: string, name: string) =>
  `site_mcp_server.${serverId}.headers.${name.toLowerCase()}`

/**
 * Seals the header values of a request. For the mask, the value in `stored` stays. Throws 400 if there is no such
 * value, if a name occurs twice, or if the header cannot be set.
 */
export function sealedHeaders(
  sealer: Sealer,
  serverId: string,
  given: HeaderValues,
  stored: HeaderValues,
): HeaderValues {
  const storedByName = byLowerName(stored)
  const seen = new Set<string>()
  const sealed = Object.entries(given).map(([name, value]) => {
    const lower = name.toLowerCase()
    if (seen.has(lower)) throw badRequest(`body.headers.${name}`, 'is there twice: case makes no difference in names')
    if (ofConnection.test(name)) throw badRequest(`body.headers.${name}`, 'is set by whoever connects: leave it out')
    seen.add(lower)
    if (value !== maskedHeader) return [name, sealer.seal(value, headerContext(serverId, name))] as const
    const before = storedByName.get(lower)
    if (before === undefined) throw badRequest(`body.headers.${name}`, 'has no value yet that the mask could stand for')
    return [name, before] as const
  })
  return Object.fromEntries(sealed)
}

const byLowerName = (headers: HeaderValues) =>
  new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** Opens the values, to send them to the server. */
export const openedHeaders = (sealer: Sealer, serverId: string, stored: HeaderValues): HeaderValues =>
  mapValues(stored, (sealed, name) => sealer.open(sealed, headerContext(serverId, name)))

/** Replaces all values with the mask, for callers who may not read them. */
export const maskedHeaders = (stored: HeaderValues): HeaderValues => mapValues(stored, () => maskedHeader)

const mapValues = (headers: HeaderValues, change: (value: string, name: string) => string): HeaderValues =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(value, name)]))
