import { sql as raw } from 'kysely'
import type { ContentContext } from '../context.ts'
import type { Sql } from '../database.ts'

/**
 * Makes changes to grants, and to what they reach (where spaces and collections lie, and which there are), take turns
 * within an organization: levels, places and the absence of circles are decided by all of them, and two that cannot see
 * each other would both be wrong. Taken before the lock on any space; of two organizations by `lockOrganizations`.
 * Requests hold it for as long as they wait for spaces: no projector takes it, or one organization would hold up all.
 */
export async function lockGrants(sql: Sql, organizationId: string): Promise<void> {
  await raw`select pg_advisory_xact_lock(hashtextextended(${organizationId}, 1))`.execute(sql)
}

/**
 * Takes `lockGrants` of the path's organization and asks again for the caller's rights: what one waited for may have taken
 * them away, moved the thing, or deleted it. From then on `access` says what holds under the lock.
 */
export async function lockRights({ sql, access, askAgain }: Pick<ContentContext, 'sql' | 'access' | 'askAgain'>) {
  await lockGrants(sql, access.organizationId)
  await askAgain()
}
