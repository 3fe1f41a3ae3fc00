import type { Site, UpdateSite } from '@quire/contracts'
import { conflict } from '@quire/kit'
import type { z } from 'zod'
import type { Sql } from '../database.ts'
import type { SiteRow } from '../states/sites.state.ts'

/** How far each audience reaches. Of two that reach equally far, neither contains the other. */
const reach = { 'share-link': 1, 'visitor-auth': 1, unlisted: 2, public: 3 } as const

/** True where the new audience has people that the present one has not. */
export function widens(from: Site['visibility'], to: Site['visibility']): boolean {
  return from !== to && reach[to] >= reach[from]
}

/** Throws 409 where no space on the site is live: there would be nothing to read. */
export async function requireLiveSpace(sql: Sql, siteId: string): Promise<void> {
  const live = await sql
    .selectFrom('site_space')
    .innerJoin('space', 'space.id', 'site_space.space_id')
    .select('space.id')
    .where('site_space.site_id', '=', siteId)
    .where('space.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!live) throw conflict('The site has no space: add one before it is published.')
}

/** True where the site sees other claims of its visitors from then on: these may meet the conditions of any space. */
export const changesClaims = (
  { adaptive_content }: Pick<SiteRow, 'adaptive_content'>,
  { adaptiveContent }: Pick<z.output<typeof UpdateSite>, 'adaptiveContent'>,
): boolean => adaptiveContent !== undefined && adaptiveContent.enabled !== (adaptive_content ?? true)
