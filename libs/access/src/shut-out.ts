import { type QueryExecutorProvider, sql } from 'kysely'
import { type AskedScope, askedScope, chainFrom } from './chain.ts'

/**
 * True if somebody shut the member out of the scope: the nearest grant on it or on a collection around it is one of `none`,
 * to the member, or else to all of their teams that have one there.
 */
export async function isShutOut(db: QueryExecutorProvider, scope: AskedScope, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ denied: boolean | null }>`
    with recursive ${chainFrom(askedScope(scope))}
    select granted.denied
    from chain
    cross join lateral (
      select coalesce(
        (select role = 'none' from access_grant
          where scope_id = chain.id and subject_id = ${memberId} and subject_kind = 'member'),
        (select bool_and(given.role = 'none') from access_grant given
          join team_member on team_member.team_id = given.subject_id and team_member.member_id = ${memberId}
          where given.scope_id = chain.id and given.subject_kind = 'team')
      ) as denied
    ) granted
    where granted.denied is not null
    order by chain.depth
    limit 1`.execute(db)
  return rows[0]?.denied ?? false
}
