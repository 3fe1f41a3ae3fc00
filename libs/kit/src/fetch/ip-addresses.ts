import ipaddr from 'ipaddr.js'

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
