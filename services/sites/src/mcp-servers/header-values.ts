import { maskedHeader } from '@quire/contracts'
import { badRequest, type Sealer } from '@quire/kit'

/** Values by the names of headers. */
type HeaderValues = Readonly<Record<string, string>>

/** Headers that belong to the connection: whoever connects sets them. */
const ofConnection = /^(?:connection|content-length|host|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*)$/i

/** Where a value is kept: it opens for the same server and header only, however the name is written. */
export const headerPlace = (serverId: string, name: string) =>
  `site_mcp_server.${serverId}.headers.${name.toLowerCase()}`

/**
 * The headers of a request, their values sealed. Where the mask stands for a value, the one in `kept` stays. Throws 400
 * where none is kept, a name is there twice, or it is not for people to set.
 */
export function sealedHeaders(sealer: Sealer, serverId: string, given: HeaderValues, kept: HeaderValues): HeaderValues {
  const keptByName = byLowerName(kept)
  const seen = new Set<string>()
  const sealed = Object.entries(given).map(([name, value]) => {
    const lower = name.toLowerCase()
    if (seen.has(lower)) throw badRequest(`body.headers.${name}`, 'is there twice: case makes no difference in names')
    if (ofConnection.test(name)) throw badRequest(`body.headers.${name}`, 'is set by whoever connects: leave it out')
    seen.add(lower)
    if (value !== maskedHeader) return [name, sealer.seal(value, headerPlace(serverId, name))] as const
    const before = keptByName.get(lower)
    if (before === undefined) throw badRequest(`body.headers.${name}`, 'has no value yet that the mask could stand for')
    return [name, before] as const
  })
  return Object.fromEntries(sealed)
}

const byLowerName = (headers: HeaderValues) =>
  new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** The values as they are sent to the server. */
export const openedHeaders = (sealer: Sealer, serverId: string, kept: HeaderValues): HeaderValues =>
  mapValues(kept, (sealed, name) => sealer.open(sealed, headerPlace(serverId, name)))

/** The names, for those who may not read the values. */
export const maskedHeaders = (kept: HeaderValues): HeaderValues => mapValues(kept, () => maskedHeader)

const mapValues = (headers: HeaderValues, change: (value: string, name: string) => string): HeaderValues =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(value, name)]))
