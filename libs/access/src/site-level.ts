import { type QueryExecutorProvider, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Level, storedLevel } from './levels.ts'
import { type IsBarred, type Member, type MemberIds, memberships } from './membership.ts'
import { readableSpaceIds } from './visible-spaces.ts'

/**
 * Returns a member's level on a site; undefined if the site is hidden from them. A site has no rules of its own: the
 * level is the member's role in its organization (`read` sees it, `create` changes it, `admin` does the rest). A guest
 * sees a site if they may read a space on it. The visibility of each of its spaces is decided separately.
 */
export async function siteLevel(
  db: QueryExecutorProvider,
  siteId: string | undefined,
  member: Member,
): Promise<Level | undefined> {
  const { rows } = await sql`
    select from site where id = ${siteId} and organization_id = ${member.organizationId}
      and ${siteVisibleTo(member)}`.execute(db)
  if (rows.length === 0) return undefined
  return member.role === null ? 'read' : storedLevel(member.role)
}

/** A membership, and whether a site is one of the same organization. */
export interface MemberBesideSite {
  member: Member
  isThere: boolean
}

/**
 * Returns the user's membership of the organization, a disabled one too, and whether the site is in it, by one statement;
 * undefined if there is no membership.
 */
export async function memberBesideSite(
  db: QueryExecutorProvider,
  { userId, organizationId, siteId }: MemberIds & { siteId: string | undefined },
  isBarred: IsBarred,
): Promise<MemberBesideSite | undefined> {
  const { rows } = await sql<Member & { isThere: boolean }>`
    select own.*, exists (
      select from site where id = ${siteId ?? null} and organization_id = ${organizationId}
    ) as "isThere" from (${memberships(userId, organizationId)}) own order by own.id desc`.execute(db)
  const found = rows.find(({ id }) => !isBarred(id))
  if (!found) return undefined
  const { isThere, ...member } = found
  return { member, isThere }
}

/**
 * The condition that a `site` is visible: members with a role see every site of their organization, guests only sites
 * with a space that they may read.
 */
export function siteVisibleTo(member: Member): RawBuilder<SqlBool> {
  if (member.role !== null) return sql`true`
  return sql`site.id in (
    with readable as materialized (select id from ${readableSpaceIds({ member })} visible)
    select site_id from site_space join readable on readable.id = site_space.space_id)`
}
