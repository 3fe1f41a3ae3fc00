import type { siteOperations } from '@quire/contracts'
import { badRequest, type Input } from '@quire/kit'
import type { SitesContext } from '../context.ts'
import { placeOf } from '../places/levels.ts'
import { settle } from '../places/settle.ts'
import { requireDefault } from '../site-spaces/site-spaces.rules.ts'
import type { SiteRow } from '../states/sites.state.ts'

type Update = SitesContext & Input<typeof siteOperations.updateSiteById>

/**
 * Makes a section the default of the site, and a site space that of the default section or of a site without sections.
 * 400 where it lies elsewhere. Needs `lockSite`.
 */
export async function chooseDefaults(context: Update, site: SiteRow): Promise<void> {
  const { sql, body } = context
  const { defaultSiteSpace, defaultSiteSection = site.default_section } = body
  if (body.defaultSiteSection === undefined && defaultSiteSpace === undefined) return
  if (defaultSiteSection !== null) {
    const section = await placeOf(sql, site.id, { kind: 'site-section', id: defaultSiteSection })
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
  await settle(context, site.id)
}
