import { rowsOf } from '@quire/access'
import { site } from '@quire/contracts'

/** Projects sites and their organizations: an organization may have one of its sites as `defaultContent`. */
export const siteProjection = rowsOf(site, 'site', ['id'], (state) => ({
  id: state.id,
  organization_id: state.organizationId,
}))
