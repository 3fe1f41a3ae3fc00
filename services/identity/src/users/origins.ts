import { createHmac, type KeyObject } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { widerNetworkOf } from '@quire/kit'

/** The key file with which origins are made. */
export const originKey = 'cursor.key'

/**
 * Returns the function that hashes the address at which an account is created, or an organization made. The hash groups
 * them for limits without storing the address (docs/adr/0029). The networks of IPv6 addresses count, since a client has
 * many of those.
 */
export const originsWith =
  (key: KeyObject) =>
  (address: string | undefined): string | undefined =>
    address && originOfNetwork(key, networkOf(address))

/**
 * Returns the function that hashes the wider network of an IPv6 address, which one customer may have; undefined for IPv4.
 */
export const widerOriginsWith =
  (key: KeyObject) =>
  (address: string | undefined): string | undefined => {
    const network = address && widerNetworkOf(address)
    return network && originOfNetwork(key, network)
  }

const originOfNetwork = (key: KeyObject, network: string) =>
  createHmac('sha256', key).update(`origin ${network}`).digest('base64url').slice(0, 22)

/** Returns an IPv4 address as it is, and the first 56 bits of an IPv6 address, as the gateway counts them. */
function networkOf(text: string): string {
  const [address = ''] = text.split('/')
  if (!isIPv6(address)) return address
  // A URL writes an IPv6 address in one form only.
  const [before = '', after] = new URL(`http://[${address.replace(/%.*/, '')}]`).hostname.slice(1, -1).split('::')
  const groups = (part = '') => part.split(':').filter((group) => group !== '')
  const [first, last] = [groups(before), groups(after)]
  const all = [...first, ...Array(after === undefined ? 0 : 8 - first.length - last.length).fill('0'), ...last]
  const bits = all
    .slice(0, 4)
    .map((group) => group.padStart(4, '0'))
    .join('')
  return `${bits.slice(0, 14)}/56`
}
