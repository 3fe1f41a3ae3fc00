import ipaddr from 'ipaddr.js'
import { z } from 'zod'

/** Azure's machine metadata answers on an address that no registry reserves. */
const metadataAddresses = new Set(['168.63.129.16'])
/** All other IPv6 addresses are reserved, local, or stand for an IPv4 address. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** True if `text` is an IP address of the public internet; an IPv4 address written as IPv6 counts as IPv4. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (metadataAddresses.has(address.toString()) || address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv6 ? address.match(globalUnicast) : true
}

/** Returns the IP address that is a URL's host, without brackets; undefined if the host is a name. */
export function addressOfHost(host: string): string | undefined {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  return ipaddr.isValid(bare) ? bare : undefined
}

/** Exceptions to the guard: `host:port` as a URL normalises them. */
export type OutboundAllow = ReadonlySet<string>

const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' }

/** Host and port of a URL, with the port written out even if it is the default. */
export const hostAndPort = (url: URL) => `${url.hostname}:${url.port || defaultPorts[url.protocol]}`

/**
 * The variable OUTBOUND_ALLOW: `host:port,host:port`, each exact; an IPv6 host in brackets.
 * For a service's configuration: `BaseConfig.extend({ OUTBOUND_ALLOW: OutboundAllow })`.
 */
export const OutboundAllow = z
  .string()
  .default('')
  .transform((text, context): OutboundAllow => {
    const entries = text.split(',').map((entry) => entry.trim())
    return new Set(entries.filter(Boolean).map((entry) => parseEntry(entry, context)))
  })

function parseEntry(entry: string, context: z.RefinementCtx): string {
  const url = /^[^/?#@\s]+:\d{1,5}$/.test(entry) && URL.canParse(`http://${entry}`) && new URL(`http://${entry}`)
  if (url && !url.hostname.endsWith('.')) return hostAndPort(url)
  context.addIssue({ code: 'custom', message: `"${entry}" is not host:port` })
  return z.NEVER
}
