import type { RoleName } from '@quire/contracts'
import { type QueryExecutorProvider, sql } from 'kysely'
import { strengthOf } from './levels.ts'
import { levelOnScope, memberScopes, type Viewer } from './member-scopes.ts'

interface Contents {
  /** Whole subtrees: the list contains every collection that lies in another one of the list. */
  collectionIds: readonly string[]
  /** True if deleted spaces in these collections count. */
  deleted: boolean
}

/** True if the member has `role` or more on each of these collections and on each space in them. Runs one query. */
export async function hasRoleThroughout(
  db: QueryExecutorProvider,
  viewer: Viewer,
  role: RoleName,
  { collectionIds, deleted }: Contents,
): Promise<boolean> {
  const none = sql.lit(strengthOf('none'))
  const least = sql.lit(strengthOf(role))
  const { rows } = await sql<{ may: boolean }>`
    with recursive ${memberScopes(viewer)}
    select not exists (
      select from unnest(${collectionIds}::text[]) c (id) left join scope on scope.id = c.id
      where coalesce(scope.strength, ${none}) < ${least}
    ) and not exists (
      select from space s
      left join rule on rule.scope_id = s.id
      left join scope on scope.id = s.default_scope
      where s.collection_id = any(${collectionIds}::text[]) ${deleted ? sql`` : sql`and s.deleted_at is null`}
        and (s.organization_id <> ${viewer.organizationId}
          or ${levelOnScope(viewer, 's', sql`coalesce(scope.strength, ${none})`)} < ${least})
    ) as may
  `.execute(db)
  return rows[0]?.may ?? false
}
