import { sql as raw } from 'kysely'
import type { ContentContext } from '../context.ts'
import type { Sql } from '../database.ts'

/**
 * Makes the changes of grants, spaces and collections in an organization take turns. Each decides by all of them
 * (levels, places, no circles), so two that do not see each other could both be wrong. It is taken before the lock on
 * any space; for two organizations use `lockOrganizations`. Requests hold it while they wait for spaces, so no
 * projector may take it: one organization would hold up all.
 */
export async function lockGrants(sql: Sql, organizationId: string): Promise<void> {
  await raw`select pg_advisory_xact_lock(hashtextextended(${organizationId}, 1))`.execute(sql)
}

/**
 * Takes `lockGrants` of the path's organization and checks the caller's rights again: while it waited, another change
 * may have taken them away, or moved or deleted the thing. After this `access` says what holds under the lock.
 */
export async function lockRights({ sql, access, askAgain }: Pick<ContentContext, 'sql' | 'access' | 'askAgain'>) {
  await lockGrants(sql, access.organizationId)
  await askAgain()
}
