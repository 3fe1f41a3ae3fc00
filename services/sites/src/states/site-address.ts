import { shareAddress, siteSpaceAddress } from '@quire/contracts'
import type { SiteSpaceRow } from './site-spaces.state.ts'
import type { SiteRow } from './sites.state.ts'

/** A site as far as its address is concerned. */
type AddressParts = Pick<SiteRow, 'id' | 'basename' | 'hostname'>

/**
 * Where readers find a site, whether or not it is live: at its host, if it has one, else under the public address.
 * Basenames are lower-case, so none equals an id. Those whom a share link let in have its key in all addresses.
 */
export function siteAddress({ id, basename, hostname }: AddressParts, publicUrl: string, shareKey?: string): string {
  const address = hostname === null ? `${publicUrl}/sites/${basename ?? id}` : hostAddress(hostname, publicUrl)
  return shareKey === undefined ? address : shareAddress(address, { key: shareKey, publicUrl })
}

/** A host of a site's own is reached as the system itself is: with its scheme and port. */
export function hostAddress(hostname: string, publicUrl: string): string {
  const { protocol, port } = new URL(publicUrl)
  return `${protocol}//${hostname}${port === '' ? '' : `:${port}`}`
}

/**
 * Where readers find a space of a site (docs/adr/0058). What is the default of its level needs no path: the address is
 * then that of the section, or of the site. The whole path leads there too.
 */
export function siteAddressOfSpace(
  site: AddressParts,
  { address, path }: Pick<SiteSpaceRow, 'address' | 'path'>,
  publicUrl: string,
  shareKey?: string,
): string {
  return siteSpaceAddress(siteAddress(site, publicUrl, shareKey), address ?? path)
}
