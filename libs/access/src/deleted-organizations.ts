import { deletedOrganization } from '@quire/contracts'
import { anyOf, type Projection, type ProjectionContext, project } from '@quire/kit'
import type { Generated, RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'

/** The table of `DeletedOrganizationTables`, for a migration. */
export const deletedOrganizationTable = `
  create table deleted_organization (
    id text primary key,
    noticed_at timestamptz not null default now(),
    looked_at timestamptz,
    purged_at timestamptz,
    is_reported boolean not null default false
  )`

/** Organizations that identity has deleted. A row is also the job that deletes what this service has of it. */
export interface DeletedOrganizationTables {
  deleted_organization: {
    id: string
    noticed_at: Generated<Date>
    /** The time at which the purge began: transactions that began later see that the organization is deleted. */
    looked_at: Date | null
    /** The time from which nothing was left. */
    purged_at: Date | null
    /** True once identity knows that nothing is left. */
    is_reported: Generated<boolean>
  }
}

type Context = ProjectionContext<DeletedOrganizationTables>

/** Projects deleted organizations; an identity that no longer reports one withdraws it. `wake` runs after the commit. */
export const deletedOrganizationProjection = (wake: () => void): Projection =>
  project<typeof deletedOrganization.saved.data, DeletedOrganizationTables>(deletedOrganization, {
    async save({ sql: db, afterCommit }: Context, states) {
      await db
        .insertInto('deleted_organization')
        .values(states.map(({ id }) => ({ id })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      afterCommit(wake)
    },
    async remove({ sql: db }: Context, ids) {
      await db.deleteFrom('deleted_organization').where('id', '=', anyOf(ids)).execute()
    },
  })

/**
 * The condition that an organization is not deleted, for what is open to others than its members: their access ends with the
 * organization's own row.
 */
export const isNotDeleted = (organizationId: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`not exists (select from deleted_organization where deleted_organization.id = ${organizationId})`
