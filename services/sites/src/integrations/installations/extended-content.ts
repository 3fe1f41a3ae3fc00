import { Access, permissionsOfSpace } from '@quire/access'
import { presentSpace, type Site, type Space } from '@quire/contracts'
import { anyOf } from '@quire/kit'
import type { SitesContext } from '../../context.ts'
import { publicationsOf } from '../../view/site-spaces.present.ts'
import { countedSites, presentSite } from '../../view/sites.present.ts'
import type { InstallationViewers } from '../administered-organizations.ts'
import type { ContentRow } from './installations.present.ts'

const noCounters = { comments: 0, changeRequests: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 }

/** Returns the spaces of some installations by id, as an administrator of their organizations sees them, or as a reader for an integration. */
export async function wholeSpaces(
  { sql, deps }: SitesContext,
  viewers: InstallationViewers,
  rows: readonly ContentRow[],
): Promise<Map<string | null, Space>> {
  const ids = rows.flatMap(({ space_id }) => space_id ?? [])
  const publications = await publicationsOf(sql, ids, deps.publicUrl)
  const found = await sql
    .selectFrom('space')
    .leftJoin('space_counters', 'space_counters.space_id', 'space.id')
    .select(['space.id', 'space.state', 'space_counters.counters'])
    .where('space.id', '=', anyOf(ids))
    .where('space.organization_id', '=', anyOf(rows.map(({ organization_id }) => organization_id)))
    .execute()
  const permissions = permissionsOfSpace(viewers === 'all' ? 'read' : 'admin')
  return new Map(
    found.map(({ id, state, counters }) => {
      const view = { permissions, publication: publications.get(id), publicUrl: deps.publicUrl }
      return [id, presentSpace(state, { counters: counters ?? noCounters, ...view })]
    }),
  )
}

/** Returns the sites of some installations by id, as an administrator of their organizations sees them, or as a reader for an integration. */
export async function wholeSites(
  { sql, deps }: SitesContext,
  viewers: InstallationViewers,
  rows: readonly ContentRow[],
): Promise<Map<string | null, Site>> {
  const accessTo = new Map(
    viewers === 'all'
      ? rows.map(({ organization_id: organizationId }) => [
          organizationId,
          new Access({ organizationId, level: 'read', visitorSite: { siteSpaceIds: [] } }),
        ])
      : viewers.map((member) => [
          member.organizationId,
          new Access({ organizationId: member.organizationId, member, level: 'admin' }),
        ]),
  )
  const found = await countedSites(sql, undefined)
    .where('site.id', '=', anyOf(rows.flatMap(({ site_id }) => site_id ?? [])))
    .execute()
  return new Map(
    found.flatMap((row) => {
      const access = accessTo.get(row.organization_id)
      return access ? [[row.id, presentSite(row, access, deps.publicUrl)] as const] : []
    }),
  )
}
