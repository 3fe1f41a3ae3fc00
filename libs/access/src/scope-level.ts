import type { RoleName } from '@quire/contracts'
import { type QueryExecutorProvider, sql } from 'kysely'
import { type AskedScope, askedScope, chainFrom, effective, spaceOf } from './chain.ts'
import { type FoundLevel, levelOfCollection, levelOfSpace } from './level-statement.ts'
import { type Level, levelOf } from './levels.ts'
import type { IsBarred, Member } from './membership.ts'
import { nothingBeside, type RowBeside } from './row-beside.ts'

/** The caller's membership and level on a space or collection. */
export interface ScopeLevel {
  member: Member
  level: Level
  organizationId: string
  /** The collection that contains the scope. */
  parentId: string | null
  /** True for a space that is deleted and not yet purged. */
  isDeleted: boolean
}

/** Returns the caller's level on a space, a deleted one too; undefined if there is no space or no membership. */
export async function spaceLevel(
  db: QueryExecutorProvider,
  ids: { userId: string; spaceId: string },
  isBarred: IsBarred,
): Promise<ScopeLevel | undefined> {
  return (await spaceLevelWith(db, ids, isBarred, nothingBeside))?.scope
}

/** Returns the caller's level on a space with the data that `beside` reads. */
export async function spaceLevelWith<Row>(
  db: QueryExecutorProvider,
  { userId, spaceId: id }: { userId: string; spaceId: string },
  isBarred: IsBarred,
  beside: RowBeside<Row>,
): Promise<{ scope: ScopeLevel; row: Row } | undefined> {
  const row = newest(await levelOfSpace(beside)(db, { id, userId }), isBarred)
  return row && { scope: scopeOf(row, userId), row }
}

/** Returns the caller's level on a collection; undefined if it does not exist or is deleted, or without a membership. */
export async function collectionLevel(
  db: QueryExecutorProvider,
  { userId, collectionId: id }: { userId: string; collectionId: string },
  isBarred: IsBarred,
): Promise<ScopeLevel | undefined> {
  const row = newest(await levelOfCollection(db, { id, userId }), isBarred)
  return row && scopeOf(row, userId)
}

/**
 * Returns the newest membership that is not barred. A person who left and came back may have two rows here for a moment.
 */
const newest = <Row extends FoundLevel>(rows: Row[], isBarred: IsBarred) =>
  rows.find(({ $member }) => !isBarred($member))

function scopeOf(row: FoundLevel, userId: string): ScopeLevel {
  const { $member: id, $organization: organizationId, $role: role, $disabled: disabled, $sso: sso } = row
  return {
    member: { id, organizationId, userId, role, disabled, sso, samlProvider: row.$samlProvider },
    level: row.$level,
    organizationId,
    parentId: row.$parent,
    isDeleted: row.$isDeleted,
  }
}

/**
 * Returns the level of a membership with this role on a space or collection of the organization; undefined if the scope
 * does not exist or is deleted. Does not read the membership's row, which may not have arrived here: the caller knows the
 * role.
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

/** Returns the levels of people on a space by user id, in one query, without people who are not members. */
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
  // The newer of a person's two memberships comes later and replaces the older.
  return new Map(rows.filter(({ id }) => !isBarred(id)).map(({ userId, level }) => [userId, level]))
}
