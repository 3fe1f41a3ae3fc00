import { type QueryExecutorProvider, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Level } from './levels.ts'
import type { Member } from './membership.ts'
import { defaultRule, levelOf, strength, strengthOf } from './strength.ts'

/** Whom the levels are computed for. Their ids may be what stands for them in a statement that is kept. */
export interface Viewer extends Pick<Member, 'role' | 'disabled'> {
  id: string | RawBuilder<string>
  organizationId: string | RawBuilder<string>
}

/** The one level of a disabled member or an organization admin, whatever the rules; null for the others. */
function settled({ role, disabled }: Viewer): RawBuilder<number | null> {
  if (disabled) return sql.lit(strengthOf('none'))
  return role === 'admin' ? sql.lit(strengthOf('admin')) : sql`null::int`
}

/** The level on one scope whose parent has `inherited`. `scope` is the scope's alias; its rule is joined as `rule`. */
export function levelHere(viewer: Viewer, scope: string, inherited: RawBuilder<unknown>): RawBuilder<number> {
  const isGuest = sql.lit(viewer.role === null)
  return sql`coalesce(${settled(viewer)}, rule.strength,
    ${defaultRule(sql.ref(`${scope}.default_level`), isGuest)}, ${inherited})`
}

/**
 * Common table expressions for `with recursive`, top down:
 * - `rule`: what is granted to the member in person, else to their teams, on each space and collection
 * - `scope`: the member's strength on the organization and each of its collections
 */
export function memberScopes(viewer: Viewer): RawBuilder<unknown> {
  const { id, organizationId, role } = viewer
  const none = sql.lit(strengthOf('none'))
  const organization = sql`coalesce(${settled(viewer)}, ${sql.lit(strengthOf(role ?? 'none'))})`
  return sql`
    subject (id, kind) as (
      select ${id}::text, 'member'
      union all
      select t.id, 'team' from team_member tm join team t on t.id = tm.team_id where tm.member_id = ${id}
    ),
    rule (scope_id, scope_kind, strength) as (
      select g.scope_id, g.scope_kind, coalesce(
        max(${strength(sql`g.role`)}) filter (where g.subject_kind = 'member'),
        max(${strength(sql`g.role`)})
      )
      from access_grant g join subject on subject.id = g.subject_id and subject.kind = g.subject_kind
      group by g.scope_id, g.scope_kind
    ),
    scope (id, strength) as (
      select ${organizationId}::text, ${organization}
      union all
      select top.id, top.strength from (
        select c.id, ${levelHere(viewer, 'c', sql`case when c.parent_id is null then ${organization} else ${none} end`)}
          as strength
        from collection c left join rule on rule.scope_id = c.id
        where c.organization_id = ${organizationId} and not exists (
          select from collection p where p.id = c.parent_id and p.organization_id = c.organization_id)
      ) top
      union all
      select c.id, ${levelHere(viewer, 'c', sql`scope.strength`)}
      from scope
      join collection c on c.parent_id = scope.id and c.organization_id = ${organizationId}
      left join rule on rule.scope_id = c.id
    )`
}

/**
 * The member's level on each of these spaces, for spaces inside other objects; on deleted ones only where asked for.
 */
export async function spaceLevels(
  db: QueryExecutorProvider,
  viewer: Viewer,
  spaceIds: readonly string[],
  { deleted = false } = {},
): Promise<Map<string, Level>> {
  const where = sql<SqlBool>`s.id = any(${spaceIds}::text[])`
  const levels = levelsOnSpaces(viewer, deleted ? where : sql`${where} and s.deleted_at is null`)
  const { rows } = await sql<{ id: string; level: Level }>`select id, level from ${levels} levels`.execute(db)
  return new Map(rows.map(({ id, level }) => [id, level]))
}

/**
 * A subquery of the member's levels, `none` too, on the spaces of their organization that match a condition on `space s`.
 * Its cost grows with what matches and not with what the member sees, so it is for few spaces that can be named.
 */
export function levelsOnSpaces(viewer: Viewer, where: RawBuilder<SqlBool>): RawBuilder<{ id: string; level: Level }> {
  const inherited = sql`coalesce(scope.strength, ${sql.lit(strengthOf('none'))})`
  return sql`(
    with recursive ${memberScopes(viewer)}
    select s.id, ${levelOf(levelHere(viewer, 's', inherited))} as level
    from space s
    left join rule on rule.scope_id = s.id
    left join scope on scope.id = s.default_scope
    where s.organization_id = ${viewer.organizationId} and ${where})`
}
