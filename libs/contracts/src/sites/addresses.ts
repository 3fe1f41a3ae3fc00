/**
 * Where readers find a space or a section of a site. `site` is the site's own address, `address` the part behind it,
 * which is empty for what the site shows first (docs/adr/0058).
 */
export function siteSpaceAddress(site: string, address: string): string {
  return address === '' ? site : `${site}/${address.split('/').map(encodeURIComponent).join('/')}`
}

const keyForm = /^[0-9a-f]{32}$/

/** Whether a text has the form of a share link's key, which no basename may have (docs/interface.md#share-links). */
export const looksLikeShareKey = (text: string): boolean => keyForm.test(text)

/**
 * Where those find a site whom a share link lets in. Under the public address its key stands in the place of the name, as
 * renderers look at four segments of a path: `/sites/<key>/<section>/<variant>`. At a host of the site's own it comes first.
 */
export function shareAddress(site: string, { key, publicUrl }: { key: string; publicUrl: string }): string {
  const all = `${publicUrl}/sites/`
  return site.startsWith(all) ? `${all}${key}` : `${site}/${key}`
}
