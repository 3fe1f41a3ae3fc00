import { sql as raw } from 'kysely'
import type { Sql } from '../../database.ts'
import type { WorkspaceContext } from '../context.ts'

/**
 * Serializes the changes of grants, spaces and collections in an organization. Each change depends on all the others
 * (levels, parents, no cycles), so two that do not see each other could both be wrong. The lock comes before the lock
 * on any space; for two organizations use `lockOrganizations`. Requests hold the lock while they wait for spaces, so no
 * projector may take it: one organization would block all others.
 */
export async function lockGrants(sql: Sql, organizationId: string): Promise<void> {
  await raw`select pg_advisory_xact_lock(hashtextextended(${organizationId}, 1))`.execute(sql)
}

/**
 * Takes `lockGrants` of the path's organization and checks the caller's rights again: while the request waited, another
 * change may have removed them, or moved or deleted the resource. Afterwards `access` is valid under the lock.
 */
export async function lockRights({ sql, access, askAgain }: Pick<WorkspaceContext, 'sql' | 'access' | 'askAgain'>) {
  await lockGrants(sql, access.organizationId)
  await askAgain()
}
