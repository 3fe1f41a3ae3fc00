import { siteSpace, type siteSpaceOperations } from '@quire/contracts'
import { conflict, type Input, violates } from '@quire/kit'
import { requireCondition } from '../conditions/require.ts'
import type { SitesContext } from '../context.ts'
import { siteSpaceState } from '../states/site-spaces.state.ts'
import { lockSite } from '../states/sites.state.ts'
import { showSiteSpace, visibleSiteSpace } from './site-spaces.present.ts'
import { spacesToOpen } from './site-spaces.rules.ts'

type Update = SitesContext & Input<typeof siteSpaceOperations.updateSiteSpaceById>

/** Whoever puts another space in its place opens that one, as by adding it. */
export async function updateSiteSpaceById(context: Update) {
  const { sql, params, body } = context
  const condition = requireCondition('body.condition', body.condition)
  const site = await lockSite(sql, params.siteId)
  const before = await visibleSiteSpace(context, site.id, params.siteSpaceId)
  const opened = body.spaceId === undefined || body.spaceId === before.space_id ? [] : [body.spaceId]
  await spacesToOpen(context, opened, () => 'body.spaceId')
  await change(context, before.id, condition)
  return showSiteSpace(context, site, before.id)
}

/** The version rises in the statement that changes the row, and the event says what that returned. */
async function change({ sql, emit, body: { path, spaceId } }: Update, id: string, condition?: string | null) {
  try {
    const row = await sql
      .updateTable('site_space')
      .set({ path, condition, space_id: spaceId })
      .set((column) => ({ version: column('version', '+', 1) }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    emit(siteSpace.saved, siteSpaceState(row))
  } catch (error) {
    if (violates(error, 'site_space_path')) throw conflict('This path is taken on the site: choose another.')
    if (violates(error, 'site_space_once')) throw conflict('The space is on this site already.')
    throw error
  }
}
