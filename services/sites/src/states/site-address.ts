import type { SiteRow } from './sites.state.ts'

/** Where readers find a site, whether or not it is live. Basenames are lower-case, so none equals an id. */
export function siteAddress({ id, basename }: Pick<SiteRow, 'id' | 'basename'>, publicUrl: string): string {
  return `${publicUrl}/sites/${basename ?? id}`
}
