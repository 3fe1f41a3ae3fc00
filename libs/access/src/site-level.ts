import { type QueryExecutorProvider, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Level, storedLevel } from './levels.ts'
import type { Member } from './membership.ts'
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
