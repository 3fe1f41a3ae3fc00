/** Where readers find a space that is on a site; `site` is the site's own address. */
export function siteSpaceAddress(site: string, path: string): string {
  return `${site}/${path.split('/').map(encodeURIComponent).join('/')}`
}
