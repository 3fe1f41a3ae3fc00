import type { siteSpaceOperations } from '@quire/contracts'
import { conflict, type Input, violates } from '@quire/kit'
import { opensMore, requireCondition } from '../conditions/require.ts'
import type { SitesContext } from '../context.ts'
import { settle } from '../places/settle.ts'
import { lockSite } from '../states/sites.state.ts'
import { requireCreateOnSpaces } from './require-create.ts'
import { showSiteSpace } from './site-spaces.present.ts'
import { spacesToOpen } from './site-spaces.rules.ts'
import { visibleSiteSpace } from './view.ts'

type Update = SitesContext & Input<typeof siteSpaceOperations.updateSiteSpaceById>

/**
 * Whoever puts another space in its place opens that one, as by adding it, and whoever changes or removes its condition
 * opens it to others.
 */
export async function updateSiteSpaceById(context: Update) {
  const { sql, params, body } = context
  const condition = requireCondition('body.condition', body.condition)
  const site = await lockSite(sql, params.siteId)
  const { row: before } = await visibleSiteSpace(context, site, params.siteSpaceId)
  const opened = body.spaceId === undefined || body.spaceId === before.space_id ? [] : [body.spaceId]
  await spacesToOpen(context, opened, () => 'body.spaceId')
  if (opened.length === 0 && opensMore(before.condition, condition)) {
    await requireCreateOnSpaces(context, site.id, { 'site_space.id': before.id })
  }
  await change(context, before.id, condition)
  await settle(context, site.id)
  return showSiteSpace(context, site, before.id)
}

/** Without an address the row is told by `settle`, whatever has changed. */
async function change({ sql, body: { path, spaceId } }: Update, id: string, condition?: string | null) {
  try {
    await sql
      .updateTable('site_space')
      .set({ path, condition, space_id: spaceId, address: null })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    if (violates(error, 'site_space_path')) throw conflict('This path is taken beside it on the site: choose another.')
    if (violates(error, 'site_space_once')) throw conflict('The space is on this site already.')
    throw error
  }
}
