import { memberScopes } from '@quire/access'
import { type RawBuilder, sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import {
  branches,
  type ChangeRequestCut,
  type ChangeRequestQuery,
  isOfPerson,
  visible,
  wanted,
} from './organization-branches.ts'

interface VisiblePage extends ChangeRequestQuery {
  after?: string | undefined
  limit: number
  /** How many of the newest are walked. A member who sees a twentieth of all finds a page of 50 among a thousand. */
  walked?: number
}

/**
 * The ids of one page of the change requests in spaces that the member may read, newest first, in one query. Its cost
 * grows neither with what the member cannot see nor with how deep the page lies. With a creator or contributor it grows
 * with what that person did.
 */
export async function visiblePage(sql: Sql, page: VisiblePage): Promise<{ id: string }[]> {
  const { rows } = await pageQuery(page).execute(sql)
  return rows
}

/** The query of `visiblePage`. */
function pageQuery({ after, limit, walked = 1000, ...asked }: VisiblePage): RawBuilder<{ id: string }> {
  const cut = {
    after: after === undefined ? raw`` : raw`and c.id < ${after}`,
    tail: raw`order by c.id desc limit ${limit}`,
    walk: raw`offset 0`,
  }
  return raw<{ id: string }>`
    with recursive ${memberScopes(asked.member)},
    page as materialized (${isOfPerson(asked) ? branches(asked, cut) : newestFirst(asked, cut, { limit, walked })})
    select id from page order by id desc`
}

/**
 * Two ways to the same page. A walk of the organization's newest is cheap where the member sees much, the branches are
 * cheap where they see little. The second way begins only where the first one did not fill the page.
 */
function newestFirst(
  asked: ChangeRequestQuery,
  cut: ChangeRequestCut,
  { limit, walked }: { limit: number; walked: number },
) {
  return raw`
    with newest as materialized (
      select c.id, c.space_id, c.default_scope, c.default_level
      from change_request c where ${wanted(asked, cut)} order by c.id desc limit ${raw.lit(walked)}
    ),
    near as materialized (select c.id from newest c where ${visible(asked.member, 'read')} ${cut.tail})
    select id from near
    union
    select id from (${branches(asked, cut)}) visible
    where (select count(*) from near) < ${limit} and (select count(*) from newest) = ${raw.lit(walked)}
    order by id desc limit ${limit}`
}

/** How many there are; undefined beyond `upTo`. */
export async function countVisible(sql: Sql, asked: ChangeRequestQuery, upTo: number): Promise<number | undefined> {
  const tail = raw`limit ${upTo + 1}`
  const { rows } = await raw<{ count: number }>`
    with recursive ${memberScopes(asked.member)}
    select count(*)::int as count from (select from (${branches(asked, { after: raw``, tail, walk: raw`` })}) visible ${tail}) counted
  `.execute(sql)
  const count = rows[0]?.count ?? 0
  return count > upTo ? undefined : count
}
