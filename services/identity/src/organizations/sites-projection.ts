import { rowsOf } from '@quire/access'
import { site } from '@quire/contracts'

/** Which sites there are, and whose: an organization opens with one of its own (`defaultContent`). */
export const siteProjection = rowsOf(site, 'site', ['id'], (state) => ({
  id: state.id,
  organization_id: state.organizationId,
}))
