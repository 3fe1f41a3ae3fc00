/**
 * Where readers find a space or a section of a site. `site` is the site's own address, `address` the part behind it,
 * which is empty for what the site shows first (docs/adr/0058).
 */
export function siteSpaceAddress(site: string, address: string): string {
  return address === '' ? site : `${site}/${address.split('/').map(encodeURIComponent).join('/')}`
}
