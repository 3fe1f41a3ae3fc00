import { type RawBuilder, sql } from 'kysely'
import { defaultRule, strength, strengthOf } from './levels.ts'

/** Selects a space as the first scope of `chainFrom`. */
export const spaceOf = (id: string | RawBuilder<string>) => sql`
  select id, organization_id, collection_id, default_level, deleted_at is not null from space where id = ${id}`

/** Selects a collection as the first scope of `chainFrom`. */
export const collectionOf = (id: string | RawBuilder<string>) => sql`
  select id, organization_id, parent_id, default_level, false from collection where id = ${id} and deleted_at is null`

/** A space or collection whose levels are queried. */
export interface AskedScope {
  id: string
  kind: 'space' | 'collection'
}

/** Selects the scope's row for `chainFrom`. */
export const askedScope = ({ id, kind }: AskedScope) => (kind === 'space' ? spaceOf(id) : collectionOf(id))

/** Common table expressions: `asked`, the scope, and `chain`. */
export const chainFrom = (scope: RawBuilder<unknown>) => sql`
    asked (id, organization_id, parent_id, default_level, is_deleted) as (${scope}),
    ${chainOf(sql`select * from asked`)}`

/**
 * The common table expression `chain`: the scope and the collections around it, from the inside out. Includes deleted
 * collections; otherwise a deleted space could not be restored.
 */
export const chainOf = (scope: RawBuilder<unknown>) => sql`
    chain (id, organization_id, parent_id, default_level, depth) as (
      select id, organization_id, parent_id, default_level, 0
      from (${scope}) first (id, organization_id, parent_id, default_level, is_deleted)
      union all
      select c.id, c.organization_id, c.parent_id, c.default_level, chain.depth + 1
      from chain join collection c on c.id = chain.parent_id and c.organization_id = chain.organization_id
    ) cycle id set looped using path`

const direct = sql`
  select ${strength(sql`g.role`)} from access_grant g
  where g.scope_id = chain.id and g.subject_id = m.id and g.subject_kind = 'member'`

const ofTeams = sql`
  select max(${strength(sql`g.role`)})
  from access_grant g
  join team_member tm on tm.team_id = g.subject_id and tm.member_id = m.id
  join team t on t.id = tm.team_id
  where g.scope_id = chain.id and g.subject_kind = 'team'`

// Without `offset 0` the planner copies the rules into the condition and evaluates each of them twice.
const nearest = sql`
  select rule.strength
  from (
    select coalesce((${direct}), (${ofTeams}), ${defaultRule(sql`chain.default_level`, sql`m.role is null`)}) as strength,
      chain.depth
    from chain offset 0
  ) rule
  where rule.strength is not null
  order by rule.depth
  limit 1`

/**
 * The strength of member `m` on the scope, equal to `effectiveLevel`. A chain that ends in an unknown collection does not
 * reach the organization.
 */
export const effective = sql`
  case
    when m.disabled then ${sql.lit(strengthOf('none'))}
    when m.role = 'admin' then ${sql.lit(strengthOf('admin'))}
    else coalesce(
      (${nearest}),
      case when exists (select from chain where parent_id is null) then ${strength(sql`m.role`)} end,
      ${sql.lit(strengthOf('none'))}
    )
  end`
