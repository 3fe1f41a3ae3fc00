import { requireCondition, revealsMore } from '@quire/access'
import type { siteSpaceOperations } from '@quire/contracts'
import { conflict, type Input, violates } from '@quire/kit'
import type { SitesContext } from '../../context.ts'
import { assignAddresses } from '../../model/assign-addresses.ts'
import { lockSite } from '../../model/sites.state.ts'
import { presentSiteSpaceById } from '../../view/site-spaces.present.ts'
import { visibleSiteSpace } from '../../view/site-view.ts'
import { requireCreateOnSpaces } from './require-create.ts'
import { requireAddableSpaces } from './site-spaces.rules.ts'

type Update = SitesContext & Input<typeof siteSpaceOperations.updateSiteSpaceById>

/**
 * Replacing the space takes the rights of adding it. Changing or removing the condition may show the space to more
 * visitors, and takes the rights of publishing it.
 */
export async function updateSiteSpaceById(context: Update) {
  const { sql, params, body } = context
  const condition = requireCondition('body.condition', body.condition)
  const site = await lockSite(sql, params.siteId)
  const { row: before } = await visibleSiteSpace(context, site, params.siteSpaceId)
  const opened = body.spaceId === undefined || body.spaceId === before.space_id ? [] : [body.spaceId]
  await requireAddableSpaces(context, opened, () => 'body.spaceId')
  if (opened.length === 0 && revealsMore(before.condition, condition)) {
    await requireCreateOnSpaces(context, site.id, { 'site_space.id': before.id })
  }
  await change(context, before.id, condition)
  await assignAddresses(context, site.id)
  return presentSiteSpaceById(context, site, before.id)
}

/** `assignAddresses` emits every row without an address, whatever has changed. */
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
