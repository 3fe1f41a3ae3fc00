import type { RoleName } from '@quire/contracts'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { Level } from './levels.ts'
import { type IsBarred, type Member, memberColumns } from './membership.ts'
import { defaultRule, levelOf, strength, strengthOf } from './strength.ts'

/** A space or collection as the caller's membership relates to it. */
export interface ScopeLevel {
  member: Member
  level: Level
  organizationId: string
  /** The collection around it. */
  parentId: string | null
  /** Spaces only: deleted and not yet purged. */
  isDeleted: boolean
}

/** The caller's level on a space, deleted ones too; undefined where there is none or the caller is no member there. */
export function spaceLevel(
  db: QueryExecutorProvider,
  { userId, spaceId }: { userId: string; spaceId: string },
  isBarred: IsBarred,
): Promise<ScopeLevel | undefined> {
  return levelOn(db, spaceOf(spaceId), userId, isBarred)
}

/**
 * The caller's level on a collection; undefined where there is none, deleted ones too, or the caller is no member
 * there.
 */
export function collectionLevel(
  db: QueryExecutorProvider,
  { userId, collectionId }: { userId: string; collectionId: string },
  isBarred: IsBarred,
): Promise<ScopeLevel | undefined> {
  return levelOn(db, collectionOf(collectionId), userId, isBarred)
}

type Row = Member & Pick<ScopeLevel, 'level' | 'parentId' | 'isDeleted'>

/**
 * The level of a membership with this role on a space or collection of the organization; undefined where that is not
 * there or deleted. The membership's row is not read: it may not have arrived here, and the caller knows the role.
 */
export async function levelOfMembership(
  db: QueryExecutorProvider,
  scope: AskedScope & { organizationId: string },
  member: { id: string; role: RoleName | null },
): Promise<Level | undefined> {
  const { rows } = await sql<{ level: Level }>`
    with recursive ${chainFrom(askedScope(scope))}
    select ${levelOf(effective)} as level
    from asked
    cross join (select ${member.id}::text as id, ${member.role}::text as role, false as disabled) m
    where asked.organization_id = ${scope.organizationId} and not asked.is_deleted
  `.execute(db)
  return rows[0]?.level
}

const spaceOf = (id: string) => sql`
  select id, organization_id, collection_id, default_level, deleted_at is not null from space where id = ${id}`

const collectionOf = (id: string) => sql`
  select id, organization_id, parent_id, default_level, false from collection where id = ${id} and deleted_at is null`

/** A space or collection that is asked about. */
export interface AskedScope {
  id: string
  kind: 'space' | 'collection'
}

/** Its row for `chainFrom`. */
export const askedScope = ({ id, kind }: AskedScope) => (kind === 'space' ? spaceOf(id) : collectionOf(id))

/**
 * Common table expressions: `asked`, the scope, and `chain`, it and the collections around it, outwards; deleted ones
 * too, or a deleted space could not be restored.
 */
export const chainFrom = (scope: RawBuilder<unknown>) => sql`
    asked (id, organization_id, parent_id, default_level, is_deleted) as (${scope}),
    chain (id, organization_id, parent_id, default_level, depth) as (
      select id, organization_id, parent_id, default_level, 0 from asked
      union all
      select c.id, c.organization_id, c.parent_id, c.default_level, chain.depth + 1
      from chain join collection c on c.id = chain.parent_id and c.organization_id = chain.organization_id
    ) cycle id set looped using path`

/**
 * The levels of people on a space, by user id, in one query. People who are no members of its organization are left
 * out.
 */
export async function spaceLevelsOfUsers(
  db: QueryExecutorProvider,
  { spaceId, userIds }: { spaceId: string; userIds: readonly string[] },
  isBarred: IsBarred,
): Promise<Map<string, Level>> {
  const { rows } = await sql<{ id: string; userId: string; level: Level }>`
    with recursive ${chainFrom(spaceOf(spaceId))}
    select m.id, m.user_id as "userId", ${levelOf(effective)} as level
    from asked join member m on m.organization_id = asked.organization_id and m.user_id = any(${userIds}::text[])
    order by m.id
  `.execute(db)
  // Where a person has two memberships, the newer one comes later and replaces the older.
  return new Map(rows.filter(({ id }) => !isBarred(id)).map(({ userId, level }) => [userId, level]))
}

/** A person who left and came back may have two rows here for a moment. The newest that is not barred counts. */
async function levelOn(db: QueryExecutorProvider, scope: RawBuilder<unknown>, userId: string, isBarred: IsBarred) {
  const { rows } = await sql<Row>`
    with recursive ${chainFrom(scope)}
    select ${memberColumns}, asked.parent_id as "parentId", asked.is_deleted as "isDeleted", ${levelOf(effective)} as level
    from asked
    join member m on m.organization_id = asked.organization_id and m.user_id = ${userId}
    join organization o on o.id = m.organization_id
    order by m.id desc
  `.execute(db)
  const row = rows.find(({ id }) => !isBarred(id))
  if (!row) return undefined
  const { level, parentId, isDeleted, ...member } = row
  return { member, level, organizationId: member.organizationId, parentId, isDeleted }
}

const direct = sql`
  select ${strength(sql`g.role`)} from access_grant g
  where g.scope_id = chain.id and g.subject_id = m.id and g.subject_kind = 'member'`

const ofTeams = sql`
  select max(${strength(sql`g.role`)})
  from access_grant g
  join team_member tm on tm.team_id = g.subject_id and tm.member_id = m.id
  join team t on t.id = tm.team_id
  where g.scope_id = chain.id and g.subject_kind = 'team'`

const nearest = sql`
  select rule.strength
  from chain
  cross join lateral (
    select coalesce((${direct}), (${ofTeams}), ${defaultRule(sql`chain.default_level`, sql`m.role is null`)}) as strength
  ) rule
  where rule.strength is not null
  order by chain.depth
  limit 1`

/**
 * The strength of `m`, the same as `effectiveLevel`. A chain that ends in an unknown collection does not reach the
 * organization.
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
