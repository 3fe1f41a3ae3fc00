import { deletedOrganization, organization, timestamp } from '@quire/contracts'
import { tableSource } from '@quire/kit'
import type { Selectable } from 'kysely'
import type { Tables, Writer } from '../database.ts'
import type { OrganizationRow } from '../organizations/organizations.state.ts'

type DeletedRow = Selectable<Tables['deleted_organization']>

const deletedState = (row: DeletedRow) => ({
  id: row.id,
  version: row.version,
  deletedAt: timestamp(row.deleted_at),
})

export const deletedOrganizationSource = tableSource(deletedOrganization, 'deleted_organization', ['id'], deletedState)

/**
 * Deletes an organization, and its invitations and providers of single sign-on with it. Returns its last state; undefined if
 * there is no such organization. Nobody is admitted by what is left, which jobs delete in all services (docs/adr/0064).
 */
export async function deleteOrganization({ sql, emit }: Writer, id: string): Promise<OrganizationRow | undefined> {
  // Whoever adds something to the organization holds its row: it is found here, or is not added.
  const row = await sql.selectFrom('organization').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) return undefined
  await sql.deleteFrom('organization').where('id', '=', id).execute()
  const deleted = await sql
    .insertInto('deleted_organization')
    .values({ id, organization_version: row.version + 1 })
    .returningAll()
    .executeTakeFirstOrThrow()
  emitDeletion(emit, deleted)
  return row
}

/** Emits that the organization is gone, which ends all access to it, and that its data are to be deleted. */
export function emitDeletion(emit: Writer['emit'], row: DeletedRow): void {
  emit(organization.removed, { key: row.id, version: row.organization_version })
  emit(deletedOrganization.saved, deletedState(row))
}
