import { site } from '@quire/contracts'
import { deleteInSteps, deleteSome, inSteps, type Publisher, removeAuditEventsOf, type Step } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Sql, Tables, Writer } from '../../database.ts'
import { forgetEventsOf } from '../../insights/rollup/forget-events.ts'
import { deleteEventsAbout } from '../../integrations/purged-content.ts'
import { removeShareLinks } from '../../model/share-links.state.ts'
import { removeSiteSpaces } from '../structure/site-spaces.rules.ts'

const rowsAtOnce = 1000

/** Tables of organizations besides sites, in the order of their deletion, which cascades from few of their rows. */
const tables = { integration_event: 'id', integration_content: 'id', integration_installation: 'id', custom_font: 'id' }

interface SitesPurge {
  sql: Sql
  publisher: Publisher
  signal: AbortSignal
}

/**
 * Deletes everything that sites has of a deleted organization, in small transactions; a later call goes on where one was
 * killed. Integrations that it publishes end everywhere, as if it had taken them back.
 */
export async function purgeOrganization({ sql, ...parts }: SitesPurge, organizationId: string): Promise<void> {
  const step = inSteps<Tables>(sql, parts)
  const isOfIt = raw`organization_id = ${organizationId}`
  for (let id = await nextSite(sql, organizationId); id !== undefined; id = await nextSite(sql, organizationId))
    await purgeSite(sql, step, { id, signal: parts.signal })
  const published = raw`integration in (select name from integration where ${isOfIt})`
  for (const [table, key] of Object.entries(tables)) {
    await deleteInSteps(step, rowsAtOnce, (limit) => deleteSome(limit, table, isOfIt, key))
    if (table !== 'custom_font')
      await deleteInSteps(step, rowsAtOnce, (limit) => deleteSome(limit, table, published, key))
  }
  await deleteInSteps(step, rowsAtOnce, (limit) => deleteSome(limit, 'integration', isOfIt, 'name'))
  await removeAuditEventsOf(step, organizationId)
}

/** True while sites has anything of the organization, but for audit events, whose table has no index for the question. */
export async function hasMoreOf(sql: Sql, organizationId: string): Promise<boolean> {
  const some = ['site', 'integration', ...Object.keys(tables)].map(
    (table) => raw`exists (select from ${raw.table(table)} where organization_id = ${organizationId})`,
  )
  const { rows } = await raw<{ more: boolean }>`select ${raw.join(some, raw` or `)} as more`.execute(sql)
  return rows[0]?.more === true
}

async function nextSite(sql: Sql, organizationId: string): Promise<string | undefined> {
  const row = await sql
    .selectFrom('site')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .executeTakeFirst()
  return row?.id
}

/** Deletes a site, after what it may have thousands of. */
async function purgeSite(sql: Sql, step: Step<Tables>, { id, signal }: { id: string; signal: AbortSignal }) {
  await forgetEventsOf(sql, id, signal)
  for (const table of ['site_redirect', 'address_history', 'basename_history', 'site_file'])
    await deleteInSteps(step, rowsAtOnce, (limit) => deleteSome(limit, table, raw`site_id = ${id}`, 'ctid'))
  const ofSite = raw`payload ->> 'siteId' = ${id}`
  await deleteInSteps(step, rowsAtOnce, (limit) => deleteSome(limit, 'integration_event', ofSite))
  await step((writer) => removeSite(writer, id))
}

/** Deletes a site with the rest of its rows, if it is there. */
export async function removeSite(writer: Writer, id: string): Promise<void> {
  const { sql, emit } = writer
  const row = await sql.selectFrom('site').select('version').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) return
  await removeSiteSpaces(writer, id)
  await removeShareLinks(writer, id)
  await sql.deleteFrom('site').where('id', '=', id).execute()
  await deleteEventsAbout(sql, 'site', [id])
  emit(site.removed, { key: id, version: Number(row.version) + 1 })
}
