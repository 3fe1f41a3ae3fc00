import { setTimeout } from 'node:timers/promises'
import { deleteOrganization } from '../deletions/delete-organization.ts'
import type { OrganizationRow } from '../organizations/organizations.state.ts'
import type { Administering } from './administering.ts'

const lookEveryMs = 100
/** The running services end access within a second or two. */
const inForceWithinMs = 30_000

/** Deletes an organization, and records that outside of all organizations; returns its last state, undefined if there is none. */
export const deleteOrganizationOf = (by: Administering, id: string): Promise<OrganizationRow | undefined> =>
  by.within(async (writer) => {
    const row = await deleteOrganization(writer, id)
    const target = { type: 'organization', id, ...(row && { label: row.title }) }
    if (row) await by.record(writer, { action: 'deleteOrganization', organizations: [], target })
    return row
  })

/** Deletes an organization with its data, and waits until nobody has access; says if the services do not run. */
export async function deleteOrganizationNow(by: Administering, id: string): Promise<string> {
  await deleteOrganizationOf(by, id)
  const until = performance.now() + inForceWithinMs
  for (;;) {
    const row = await by.sql
      .selectFrom('deleted_organization')
      .select('in_force_at')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw new Error('There is no such organization: "npm run -s admin -- organizations" lists all.')
    if (row.in_force_at !== null) return 'deleted; nobody has access any more, and its data follow'
    if (performance.now() > until) return 'deleted; access ends when identity and the message bus run'
    await setTimeout(lookEveryMs)
  }
}
