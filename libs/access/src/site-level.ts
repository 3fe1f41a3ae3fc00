import { type QueryExecutorProvider, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Level, storedLevel } from './levels.ts'
import type { Member } from './membership.ts'
import { readableSpaceIds } from './visible-spaces.ts'

/**
 * A site has no rules of its own: a member's level on it is their role in its organization (`read` sees it, `create`
 * changes it, `admin` does the rest). A guest sees a site where they may read a space on it. Which of its spaces a member
 * sees is decided for each space. Undefined for one that the member does not see.
 */
export async function siteLevel(
  db: QueryExecutorProvider,
  siteId: string | undefined,
  member: Member,
): Promise<Level | undefined> {
  const { rows } = await sql`
    select from site where id = ${siteId} and organization_id = ${member.organizationId}
      and ${seenBy(member)}`.execute(db)
  if (rows.length === 0) return undefined
  return member.role === null ? 'read' : storedLevel(member.role)
}

/**
 * A condition on `site`: members with a role see every site of their organization, guests those with a space that they
 * may read.
 */
export function seenBy(member: Member): RawBuilder<SqlBool> {
  if (member.role !== null) return sql`true`
  return sql`site.id in (
    with seen as materialized (select id from ${readableSpaceIds({ member })} visible)
    select site_id from site_space join seen on seen.id = site_space.space_id)`
}
