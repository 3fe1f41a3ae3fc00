import { lookup } from 'node:dns/promises'
import { setTimeout } from 'node:timers/promises'
import { addressOfHost, isPublicAddress, type OutboundAllow } from './allow.ts'
import { FetchRefused } from './refused.ts'

interface ReachableOptions {
  /** OUTBOUND_ALLOW, parsed. */
  allow: OutboundAllow
  /** The input that holds the address, for the refusal. */
  field: string
  /** The port of an address that names none. */
  defaultPort: string
}

/** A name that is not resolved within this time is accepted. */
const resolveMs = 2000

/**
 * Throws FetchRefused naming `field` if a server is at an address that this one does not connect to, so that people learn of
 * it at once. Whatever connects later checks again: a name may be resolved differently then, or be unknown for now.
 */
export async function requireReachable(
  { hostname, port }: Pick<URL, 'hostname' | 'port'>,
  { allow, field, defaultPort }: ReachableOptions,
): Promise<void> {
  if (allow.has(`${hostname}:${port || defaultPort}`)) return
  const address = addressOfHost(hostname)
  const addresses = address === undefined ? await resolved(hostname) : [address]
  if (!addresses.every(isPublicAddress))
    throw new FetchRefused(field, 'leads to an address that is not public, which this server does not connect to')
}

async function resolved(hostname: string): Promise<string[]> {
  const found = lookup(hostname, { all: true }).then(
    (all) => all.map(({ address }) => address),
    // An unknown name is no reason to refuse: its server may be set up later.
    () => [],
  )
  return Promise.race([found, setTimeout(resolveMs, [], { ref: false })])
}
