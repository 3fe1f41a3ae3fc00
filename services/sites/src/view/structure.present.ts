import type { Sql } from '../database.ts'
import { childrenIn, outlineOf } from './section-groups.present.ts'
import { siteSpacePresenter } from './site-spaces.present.ts'
import { type SiteView, visibleSiteSpaces } from './site-view.ts'

/** Returns the parts of the site that the caller sees, in order. */
export async function structureOf(view: SiteView) {
  if (await hasSections(view.sql, view.site.id)) {
    const childrenOf = await childrenIn(view, await outlineOf(view))
    return { type: 'sections' as const, structure: childrenOf(null) }
  }
  const rows = await visibleSiteSpaces(view).orderBy('site_space.order_key').execute()
  return { type: 'siteSpaces' as const, structure: rows.map(await siteSpacePresenter(view, rows)) }
}

/**
 * True if the site is shown with sections. Groups without sections count only if the site has no spaces outside
 * sections, because they would hide these.
 */
async function hasSections(sql: Sql, siteId: string): Promise<boolean> {
  const { has } = await sql
    .selectNoFrom(({ or, and, not, exists, selectFrom }) =>
      or([
        exists(selectFrom('site_section').select('id').where('site_id', '=', siteId)),
        and([
          exists(selectFrom('site_section_group').select('id').where('site_id', '=', siteId)),
          not(exists(selectFrom('site_space').select('id').where('site_id', '=', siteId))),
        ]),
      ]).as('has'),
    )
    .executeTakeFirstOrThrow()
  return Boolean(has)
}
