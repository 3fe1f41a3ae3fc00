import { type ShareLink, timestamp } from '@quire/contracts'
import type { SitesDependencies } from '../context.ts'
import { openKey } from '../share-keys/keys.ts'
import type { ShareLinkRow } from '../share-keys/share-links.state.ts'
import { siteAddress } from '../states/site-address.ts'
import type { SiteRow } from '../states/sites.state.ts'

/** A share link with its address, where that leads to the site now. */
export function presentShareLink(
  row: ShareLinkRow,
  site: SiteRow,
  { sealer, publicUrl }: Pick<SitesDependencies, 'sealer' | 'publicUrl'>,
): ShareLink {
  const isOpen = row.active && site.published && site.visibility === 'share-link'
  return {
    object: 'share-link',
    id: row.id,
    createdAt: timestamp(row.created_at),
    name: row.name,
    active: row.active,
    urls: isOpen ? { published: siteAddress(site, publicUrl, openKey(sealer, row)) } : {},
  }
}
