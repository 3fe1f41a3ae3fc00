import { type Member, readableSpaceIds } from '@quire/access'
import { type RawBuilder, sql as raw, type SqlBool } from 'kysely'

/**
 * A condition on `site`: members with a role see every site of their organization, guests those with a space that they
 * may read.
 */
export function seenBy(member: Member): RawBuilder<SqlBool> {
  if (member.role !== null) return raw`true`
  return raw`site.id in (
    with seen as materialized (select id from ${readableSpaceIds({ member })} visible)
    select site_id from site_space join seen on seen.id = site_space.space_id)`
}
