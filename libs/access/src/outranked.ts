import { type QueryExecutorProvider, sql } from 'kysely'
import { type AskedScope, askedScope, chainFrom, effective } from './chain.ts'
import { type Level, strength, strengthOf } from './levels.ts'

/**
 * True if one of these memberships and teams has more than `level` on a space or collection: by a rule on the scope, a
 * membership also by its level there, a team also by its nearest rule. Administrators of the organization do not count:
 * no rule on a scope can take their level away.
 */
export async function outranked(
  db: QueryExecutorProvider,
  scope: AskedScope,
  level: Level,
  subjectIds: readonly string[],
): Promise<boolean> {
  const above = sql.lit(strengthOf(level))
  const { rows } = await sql<{ found: boolean }>`
    with recursive ${chainFrom(askedScope(scope))},
    subject (id) as (select unnest(${subjectIds}::text[])),
    held (strength) as (
      select ${strength(sql`g.role`)} from subject join access_grant g on g.subject_id = subject.id and g.scope_id = ${scope.id}
      union all
      select ${effective}
      from asked cross join subject
      join member m on m.id = subject.id and m.organization_id = asked.organization_id and m.role is distinct from 'admin'
      union all
      select (
        select ${strength(sql`g.role`)} from chain
        join access_grant g on g.scope_id = chain.id and g.subject_id = t.id and g.subject_kind = 'team'
        order by chain.depth limit 1)
      from subject join team t on t.id = subject.id
    )
    select exists (select from held where strength > ${above}) as found
  `.execute(db)
  return rows[0]?.found ?? false
}

/**
 * Returns the memberships that have more than `level` on a space or collection. Administrators of the organization do not
 * count: they have it by no rule on a scope.
 */
export async function membersAbove(db: QueryExecutorProvider, scope: AskedScope, level: Level): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    with recursive ${chainFrom(askedScope(scope))}
    select m.id from asked
    join member m on m.organization_id = asked.organization_id and m.role is distinct from 'admin'
    where ${effective} > ${sql.lit(strengthOf(level))}
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}
