import ipaddr from 'ipaddr.js'

/** Providers give one customer 56 bits of IPv6, or 48 to whoever asks: then all 256 smaller networks are theirs. */
const widerBits = 48

/**
 * Returns the network of 48 bits around an IPv6 address or a smaller network, such as `2001:db8:1::/48`; undefined for IPv4,
 * for an IPv4 address written as IPv6, and for anything else.
 */
export function widerNetworkOf(text: string): string | undefined {
  const [address = ''] = text.split('/')
  if (!ipaddr.IPv6.isValid(address)) return undefined
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return undefined
  const groups = parsed.parts.slice(0, widerBits / 16).map((group) => group.toString(16))
  return `${groups.join(':')}::/${widerBits}`
}

/**
 * Returns the network that an address counts for: that of one customer of IPv6, or the address itself. Callers without an
 * address share one.
 */
export const customerNetworkOf = (address = ''): string => widerNetworkOf(address) ?? address
