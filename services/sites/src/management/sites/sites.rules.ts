import { looksLikeShareKey, type Site, type siteOperations, type UpdateSite } from '@quire/contracts'
import { badRequest, conflict, type Input, newSecretId, slugOf } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { z } from 'zod'
import type { SitesContext } from '../../context.ts'
import type { Sql } from '../../database.ts'
import { assignAddresses } from '../../model/assign-addresses.ts'
import { positionOf } from '../../model/site-levels.ts'
import type { SiteRow } from '../../model/sites.state.ts'
import { requireDefault } from '../structure/site-spaces.rules.ts'

/**
 * The reach of each audience. Of two with the same reach, neither contains the other. Members read on an internal site
 * only spaces that they may read anyway.
 */
const reach = { members: 0, 'share-link': 1, 'visitor-auth': 1, unlisted: 2, public: 3 } as const

/** True if the new audience admits visitors that the current one does not. */
export function widens(from: Site['visibility'], to: Site['visibility']): boolean {
  return from !== to && reach[to] >= reach[from]
}

/** Throws 409 if no space on the site is live: there would be nothing to read. */
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

/** True if the site sees other claims of its visitors afterwards, which may meet the conditions of any space. */
export const changesClaims = (
  { adaptive_content }: Pick<SiteRow, 'adaptive_content'>,
  { adaptiveContent }: Pick<z.output<typeof UpdateSite>, 'adaptiveContent'>,
): boolean => adaptiveContent !== undefined && adaptiveContent.enabled !== (adaptive_content ?? true)

/** The title of a site that was created without one. */
export const untitled = 'Untitled'

/** Characters of a title in a basename. */
const maxBasename = 50
const lockSeed = 5

/**
 * Returns a readable basename for a site with this title, which no site has or had; null without a
 * title, or with one without Latin letters and digits. A second site with the same title gets a random ending, which tells nothing of the others.
 */
export async function freeBasename(sql: Sql, title: string): Promise<string | null> {
  const latin = title.normalize('NFKD').replaceAll(/[^\w\s-]|_/g, '')
  const slug = slugOf(latin).slice(0, maxBasename).replace(/-+$/, '')
  if (title === untitled || slug === '' || looksLikeShareKey(slug)) return null
  // Two sites that are published with one title at a moment would both find it free.
  await raw`select pg_advisory_xact_lock(hashtextextended(${slug}, ${raw.lit(lockSeed)}))`.execute(sql)
  const candidates = [slug, ...Array.from({ length: 3 }, () => `${slug}-${newSecretId().slice(-6)}`)]
  const { rows } = await raw<{ basename: string }>`
    select basename from unnest(${candidates}::text[]) with ordinality candidate (basename, rank)
    where not exists (select from site where site.basename = candidate.basename or site.id = candidate.basename)
      and not exists (select from basename_history former where former.basename = candidate.basename)
    order by rank limit 1`.execute(sql)
  return rows[0]?.basename ?? null
}

type Update = SitesContext & Input<typeof siteOperations.updateSiteById>

/**
 * Makes a section the default of the site, and a site space the default of that section or of a site without sections.
 * Throws 400 if the site space lies elsewhere. Needs `lockSite`.
 */
export async function chooseDefaults(context: Update, site: SiteRow): Promise<void> {
  const { sql, body } = context
  const { defaultSiteSpace, defaultSiteSection = site.default_section } = body
  if (body.defaultSiteSection === undefined && defaultSiteSpace === undefined) return
  if (defaultSiteSection !== null) {
    const section = await positionOf(sql, site.id, { kind: 'site-section', id: defaultSiteSection })
    if (!section) throw badRequest('body.defaultSiteSection', 'is no section of this site')
    await sql.updateTable('site').set({ default_section: section.id }).where('id', '=', site.id).execute()
  }
  if (defaultSiteSpace !== undefined) {
    await requireDefault(context, site, defaultSiteSection, defaultSiteSpace)
    await (defaultSiteSection === null
      ? sql.updateTable('site').set({ default_site_space: defaultSiteSpace }).where('id', '=', site.id)
      : sql
          .updateTable('site_section')
          .set({ default_site_space: defaultSiteSpace })
          .where('id', '=', defaultSiteSection)
    ).execute()
  }
  await assignAddresses(context, site.id)
}
