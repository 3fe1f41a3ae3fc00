import type { RoleName } from '@quire/contracts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { rolesFrom, strength, strengthOf } from './levels.ts'
import type { Viewer } from './member-scopes.ts'

/** Selects spaces of the member's organization on which they have at least `least`; never deleted ones. */
export interface SpaceFilter {
  member: Viewer
  /** Default: `read`. */
  least?: RoleName | undefined
  /** Only spaces directly in this collection. */
  collectionId?: string | undefined
  /** A further condition on `space s`. */
  where?: RawBuilder<SqlBool> | undefined
}

/** The limits of each branch: a condition on `s`, and an `order by … limit …` over its columns. */
export interface SpaceCut {
  /** The column of `space` that is selected as `sort_key`, if any. */
  key?: string
  condition: RawBuilder<unknown>
  tail: RawBuilder<unknown>
}

/**
 * Selects `(id, strength, sort_key)` of the visible spaces, over the expressions of `memberScopes`. The three branches do
 * not overlap. Each has its own index and is limited separately, so hidden spaces cost nothing. A space with a grant on
 * itself is in the branch `granted` only.
 */
export function visibleBranches(filter: SpaceFilter, cut: SpaceCut): RawBuilder<unknown> {
  const { member } = filter
  if (member.disabled) return sql`select s.id, 0 as strength ${keyOf(cut)} from space s where false`
  if (member.role === 'admin') return everySpace(filter, cut)
  const branches = [inheriting(filter, cut), granted(filter, cut)]
  if (member.role !== null) branches.push(explicit(filter, cut))
  return sql.join(
    branches.map((branch) => sql`(${branch})`),
    sql` union all `,
  )
}

const keyOf = ({ key }: SpaceCut) => (key === undefined ? sql`` : sql`, ${sql.ref(`s.${key}`)} as sort_key`)
const keyAgain = ({ key }: SpaceCut) => (key === undefined ? sql`` : sql`, s.sort_key`)
const notGranted = sql`s.id not in (select scope_id from rule)`
const leastOf = ({ least = 'read' }: SpaceFilter) => sql.lit(strengthOf(least))

/** The condition of every branch on a space. */
function live({ member, collectionId, where }: SpaceFilter, { condition }: SpaceCut) {
  return sql`s.deleted_at is null and s.organization_id = ${member.organizationId}
    ${collectionId === undefined ? sql`` : sql`and s.collection_id = ${collectionId}`}
    ${where ? sql`and ${where}` : sql``} ${condition}`
}

function everySpace(filter: SpaceFilter, cut: SpaceCut) {
  return sql`(
    select s.id, ${sql.lit(strengthOf('admin'))} as strength ${keyOf(cut)}
    from space s where ${live(filter, cut)} ${cut.tail})`
}

function inheriting(filter: SpaceFilter, cut: SpaceCut) {
  const { collectionId } = filter
  return sql`
    select s.id, scope.strength ${keyAgain(cut)}
    from scope cross join lateral (
      select s.id ${keyOf(cut)} from space s
      where s.default_scope = scope.id and ${notGranted} and ${live(filter, cut)} ${cut.tail}
    ) s
    where scope.strength >= ${leastOf(filter)}
      ${collectionId === undefined ? sql`` : sql`and scope.id = ${collectionId}`}`
}

function explicit(filter: SpaceFilter, cut: SpaceCut) {
  return sql`
    select s.id, ${strength(sql`readable.level`)} ${keyAgain(cut)}
    from unnest(${rolesFrom(filter.least ?? 'read')}::text[]) readable (level) cross join lateral (
      select s.id ${keyOf(cut)} from space s
      where s.default_level = readable.level and s.default_level <> 'inherit'
        and ${notGranted} and ${live(filter, cut)} ${cut.tail}
    ) s`
}

/**
 * Selects spaces with a grant on themselves. Each space is looked up by its id (`offset 0`): a planner without statistics
 * of an organization would otherwise scan all its spaces for each grant.
 */
function granted(filter: SpaceFilter, cut: SpaceCut) {
  return sql`
    select s.id, rule.strength ${keyAgain(cut)}
    from rule cross join lateral (
      select s.* ${keyOf(cut)} from space s where s.id = rule.scope_id and ${live(filter, cut)} offset 0
    ) s
    where rule.strength >= ${leastOf(filter)} ${cut.tail}`
}
