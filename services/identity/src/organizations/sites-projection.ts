import { site } from '@quire/contracts'
import { anyOf, project } from '@quire/kit'
import type { Tables } from '../tables.ts'

/** Which sites there are, and whose: an organization opens with one of its own (`defaultContent`). */
export const siteProjection = project<typeof site.saved.data, Tables>(site, {
  async save({ sql }, states) {
    await sql
      .insertInto('site')
      .values(states.map(({ id, organizationId }) => ({ id, organization_id: organizationId })))
      .onConflict((on) =>
        on.column('id').doUpdateSet((set) => ({ organization_id: set.ref('excluded.organization_id') })),
      )
      .execute()
  },
  async remove({ sql }, ids) {
    await sql.deleteFrom('site').where('id', '=', anyOf(ids)).execute()
  },
})
