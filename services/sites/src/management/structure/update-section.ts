import type { sectionOperations } from '@quire/contracts'
import { conflict, type Input, notFound, violates } from '@quire/kit'
import { requireCondition, revealsMore } from '../../audience/require-condition.ts'
import type { SitesContext } from '../../context.ts'
import type { Sql } from '../../database.ts'
import { assignAddresses } from '../../model/assign-addresses.ts'
import { positionOf } from '../../model/site-levels.ts'
import { lockSite } from '../../model/sites.state.ts'
import { presentSectionById } from '../../view/sections.present.ts'
import { requireCreateOnSpaces } from './require-create.ts'
import { requireDefault } from './site-spaces.rules.ts'

type Update = SitesContext & Input<typeof sectionOperations.updateSiteSectionById>

/**
 * Emits the spaces of the section whose address or conditions change. A change of the condition may show all of them to
 * more visitors.
 */
export async function updateSiteSectionById(context: Update) {
  const { sql, params, body } = context
  const condition = requireCondition('body.condition', body.condition)
  const site = await lockSite(sql, params.siteId)
  const section = await positionOf(sql, site.id, { kind: 'site-section', id: params.siteSectionId })
  if (!section) throw notFound('The section')
  if (revealsMore(await conditionOf(sql, section.id), condition)) {
    await requireCreateOnSpaces(context, site.id, { 'site_space.section_id': section.id })
  }
  if (body.defaultSiteSpace !== undefined) await requireDefault(context, site, section.id, body.defaultSiteSpace)
  await change(context, section.id, condition)
  await assignAddresses(context, site.id)
  return presentSectionById(context, site, section.id)
}

async function conditionOf(sql: Sql, id: string): Promise<string | null> {
  const row = await sql.selectFrom('site_section').select('condition').where('id', '=', id).executeTakeFirst()
  return row?.condition ?? null
}

async function change({ sql, body }: Update, id: string, condition?: string | null): Promise<void> {
  const { defaultSiteSpace, ...plain } = body
  try {
    await sql
      .updateTable('site_section')
      // A body may leave out everything, and the statement must set something.
      .set({ ...plain, condition, default_site_space: defaultSiteSpace, id })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    if (violates(error, 'site_section_path'))
      throw conflict('Another section of the site has this path: choose another.')
    throw error
  }
}
