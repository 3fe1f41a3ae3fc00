import { siteSpaceAddress } from '@quire/contracts'
import type { SiteSpaceRow } from './site-spaces.state.ts'
import type { SiteRow } from './sites.state.ts'

/**
 * Where readers find a site, whether or not it is live. Basenames are lower-case, so none equals an id. Those whom a share
 * link let in have its key in all addresses.
 */
export function siteAddress(
  { id, basename }: Pick<SiteRow, 'id' | 'basename'>,
  publicUrl: string,
  shareKey?: string,
): string {
  const address = `${publicUrl}/sites/${basename ?? id}`
  return shareKey === undefined ? address : `${address}/${shareKey}`
}

/**
 * Where readers find a space of a site (docs/adr/0058). What is the default of its level needs no path: the address is
 * then that of the section, or of the site. The whole path leads there too.
 */
export function siteAddressOfSpace(
  site: Pick<SiteRow, 'id' | 'basename'>,
  { address, path }: Pick<SiteSpaceRow, 'address' | 'path'>,
  publicUrl: string,
  shareKey?: string,
): string {
  return siteSpaceAddress(siteAddress(site, publicUrl, shareKey), address ?? path)
}
