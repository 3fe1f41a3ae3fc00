import { ShareKey } from '@quire/contracts'
import { z } from 'zod'
import type { SitesContext } from '../context.ts'
import type { SiteRow } from '../states/sites.state.ts'
import { findShareLink } from './find.ts'

const Query = z.object({ shareKey: ShareKey })

/**
 * The key that addresses of the site begin with for who asks: that of the link which let a visitor in, or the one that a
 * member names in the query, where it is in use.
 */
export async function shareKeyFor(
  { sql, access, query }: Pick<SitesContext, 'sql' | 'access'> & { query?: unknown },
  site: SiteRow,
): Promise<string | undefined> {
  if (access.opened) return access.opened.shareKey
  const named = Query.safeParse(query).data?.shareKey
  if (named === undefined || site.visibility !== 'share-link') return undefined
  return (await findShareLink(sql, site.id, named)) && named
}
