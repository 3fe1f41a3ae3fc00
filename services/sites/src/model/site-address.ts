import { shareAddress, siteSpaceAddress } from '@quire/contracts'
import type { Selectable } from 'kysely'
import type { Tables } from '../database.ts'
import type { SiteSpaceRow } from './site-spaces.state.ts'

/** The parts of a site that make its address. */
type AddressParts = Pick<Selectable<Tables['site']>, 'id' | 'basename' | 'hostname'>

/**
 * Returns the address of a site, whether or not it is published: at its custom hostname if it has one, else under the
 * public address. Basenames are lower-case, so none equals an id. With a share key the address begins with the key.
 */
export function siteAddress({ id, basename, hostname }: AddressParts, publicUrl: string, shareKey?: string): string {
  const address = hostname === null ? `${publicUrl}/sites/${basename ?? id}` : hostAddress(hostname, publicUrl)
  return shareKey === undefined ? address : shareAddress(address, { key: shareKey, publicUrl })
}

/** Returns the address of a custom hostname, with the scheme and port of the public address. */
export function hostAddress(hostname: string, publicUrl: string): string {
  const { protocol, port } = new URL(publicUrl)
  return `${protocol}//${hostname}${port === '' ? '' : `:${port}`}`
}

/**
 * Returns the address of a space on a site (docs/adr/0021). The default of a level needs no path: its address is that
 * of the section, or of the site. The whole path leads there too.
 */
export function siteAddressOfSpace(
  site: AddressParts,
  { address, path }: Pick<SiteSpaceRow, 'address' | 'path'>,
  publicUrl: string,
  shareKey?: string,
): string {
  return siteSpaceAddress(siteAddress(site, publicUrl, shareKey), address ?? path)
}
