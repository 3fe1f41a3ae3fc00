import { type QueryExecutorProvider, sql } from 'kysely'
import { type AskedScope, askedScope, chainFrom, effective } from './chain.ts'
import type { Level } from './levels.ts'
import { strength, strengthOf } from './strength.ts'

/**
 * Whether one of these memberships and teams stands above `level` on a space or collection. A rule there counts; for a
 * membership also its level there, for a team its own nearest rule. An administrator of the organization has their
 * level from no rule, so no rule on a scope can take it away.
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
    standing (strength) as (
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
    select exists (select from standing where strength > ${above}) as found
  `.execute(db)
  return rows[0]?.found ?? false
}
