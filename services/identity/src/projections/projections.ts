import { rowsOf } from '@quire/access'
import { auditEventNouns, grantedSpaces, site } from '@quire/contracts'
import { anyOf, project } from '@quire/kit'
import { sql as raw } from 'kysely'
import { storeAuditEvents } from '../audit/store-events.ts'
import type { Tables } from '../database.ts'

/** Projects content's count of granted spaces (docs/adr/0010) to `spaces` of members and teams. */
export const grantedSpacesProjection = project<typeof grantedSpaces.saved.data, Tables>(grantedSpaces, {
  async save({ sql }, states) {
    const ids = states.map((state) => state.subjectId)
    const counts = states.map((state) => state.spaces)
    for (const table of ['member', 'team'] as const) {
      await raw`
        update ${raw.table(table)} set spaces = given.spaces
        from unnest(${ids}::text[], ${counts}::int[]) as given (id, spaces)
        where ${raw.table(table)}.id = given.id`.execute(sql)
    }
  },
  async remove({ sql }, ids) {
    await sql.updateTable('member').set({ spaces: 0 }).where('id', '=', anyOf(ids)).execute()
    await sql.updateTable('team').set({ spaces: 0 }).where('id', '=', anyOf(ids)).execute()
  },
})

/** Projects sites and their organizations: an organization may have one of its sites as `defaultContent`. */
export const siteProjection = rowsOf(site, 'site', ['id'], (state) => ({
  id: state.id,
  organization_id: state.organizationId,
}))

/**
 * Projects the audit events of other services. What has been recorded stays, also if its owner lost it or repeats it no
 * more: events end with their retention alone.
 */
export const auditProjections = Object.values(auditEventNouns).map((noun) =>
  project<typeof noun.saved.data, Tables>(noun, {
    save: ({ sql }, events) => storeAuditEvents(sql, events),
    remove: async () => undefined,
  }),
)
