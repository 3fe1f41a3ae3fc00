import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import type { Agent, buildConnector } from 'undici'
import { isPublicAddress, type OutboundAllow } from './allow.ts'

/** Thrown into a connection whose address is not public. */
export class AddressRefused extends Error {
  constructor() {
    super('the address is not public')
    this.name = 'AddressRefused'
  }
}

/** Connections to one server, few so that its load stays small. */
const maxConnections = 4

export type Resolve = (
  host: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export const resolveByDns: Resolve = (host, options, callback) => lookup(host, { ...options, all: true }, callback)

/**
 * Returns a connector to public addresses and to `allow` only. The address is checked when the name is resolved for this
 * very connection, and again on the connected socket, so a name that changes its answer gains nothing. The HTTP client is
 * loaded at its first use, because no start needs it.
 */
export async function guardedConnector(
  allow: OutboundAllow,
  resolve: Resolve = resolveByDns,
): Promise<buildConnector.connector> {
  const { buildConnector } = await import('undici')
  const free = buildConnector({ lookup: asLookup(resolve) })
  const guarded = buildConnector({ lookup: asLookup(publicOnly(resolve)) })
  return (requested, callback) => {
    // A certificate is for the server of the address, also where the request names another host.
    const { servername: _, ...options } = requested
    const { hostname, protocol } = options
    const port = options.port || (protocol === 'https:' ? '443' : '80')
    if (allow.has(`${hostname}:${port}`)) return free(options, callback)
    guarded(options, (...[error, socket]) => {
      if (error) return callback(error, null)
      if (isPublicAddress(socket.remoteAddress ?? '')) return callback(null, socket)
      socket.destroy()
      callback(new AddressRefused(), null)
    })
  }
}

/** Returns an agent whose connections are those of `guardedConnector`. */
export async function guardedAgent(allow: OutboundAllow, resolve?: Resolve): Promise<Agent> {
  const { Agent } = await import('undici')
  return new Agent({ connections: maxConnections, connect: await guardedConnector(allow, resolve) })
}

/** Adapts `resolve` to Node, which asks for one address or for all, by an option. */
function asLookup(resolve: Resolve) {
  return (
    host: string,
    options: LookupOptions,
    callback: (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void,
  ) =>
    resolve(host, options, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new AddressRefused(), [])
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
}

/** Refuses a name if any of its addresses is not public: an honest public name has none. */
function publicOnly(resolve: Resolve): Resolve {
  return (host, options, callback) =>
    resolve(host, options, (error, addresses) => {
      if (!error && !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(new AddressRefused(), [])
      }
      callback(error, addresses)
    })
}
