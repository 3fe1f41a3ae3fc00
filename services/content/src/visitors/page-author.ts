import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'

/** An address of mail, which some people have in place of their name. */
const mailAddress = /\S@\S/

/**
 * Returns the name of who changed a page last: the author of the commit that brought the change, else the person who
 * made the revision. Undefined if that is not known, as for pages copied from another space, or if the name is an
 * address of mail. `updatedAt` is the time of the change, which the page and the revision share.
 */
export async function findPageAuthor(
  sql: Sql,
  { spaceId, updatedAt }: { spaceId: string; updatedAt: string },
): Promise<string | undefined> {
  const { rows } = await raw<{ name: string }>`
    select distinct name from (
      select git, author, created_by from revision
      where space_id = ${spaceId} and created_at = ${updatedAt} and change_request_id is null
      union all
      select git, author, created_by from revision
      where space_id = ${spaceId} and created_at = ${updatedAt} and change_request_id is not null
    ) made left join person on made.git is null and person.id = made.created_by,
    coalesce(made.author, person.display_name) name
    limit 2`.execute(sql)
  // Two people who changed something in the same millisecond cannot be told apart.
  const [only, other] = rows.flatMap(({ name }) => name ?? [])
  const isName = only !== undefined && other === undefined && only.trim() !== '' && !mailAddress.test(only)
  return isName ? only.trim() : undefined
}
