/**
 * Returns the address of a space or a section of a site. `site` is the site's own address, `address` the part after it,
 * which is empty for the site's first section (docs/adr/0021).
 */
export function siteSpaceAddress(site: string, address: string): string {
  return address === '' ? site : `${site}/${address.split('/').map(encodeURIComponent).join('/')}`
}

const keyForm = /^[0-9a-f]{32}$/

/** True if a text has the form of a share link's key, which no basename may have (docs/interface.md#share-links). */
export const looksLikeShareKey = (text: string): boolean => keyForm.test(text)

/**
 * Returns the address of a site for visitors with a share link. Under the public address the key replaces the name,
 * because renderers parse four segments of a path: `/sites/<key>/<section>/<variant>`. At the site's own host the key comes
 * first.
 */
export function shareAddress(site: string, { key, publicUrl }: { key: string; publicUrl: string }): string {
  const all = `${publicUrl}/sites/`
  return site.startsWith(all) ? `${all}${key}` : `${site}/${key}`
}
