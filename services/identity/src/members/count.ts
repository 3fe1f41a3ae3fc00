import { maxLimit } from '@quire/contracts'
import { countedUpTo, countOf } from '@quire/kit'
import { sql as raw } from 'kysely'
import { isListed, type MemberFilter, type Query } from './order.ts'
import { found, isIndexed, isMatch, isSearch } from './search.ts'

/** How many members a walk may meet for each that it shows or counts. Beyond that, to look them up is cheaper. */
export const patience = 15

/**
 * Whether a search is counted only as far as one page can reach: in an organization with more members than are counted,
 * see docs/adr/0018.
 */
export const isCountedBriefly = ({ query, members }: MemberFilter) => isSearch(query) && members > countedUpTo

/** How many members a list has in all: the organization's counter, or counted up to the bound. */
export async function countMatches(asked: MemberFilter): Promise<number | undefined> {
  const { sql, query, members } = asked
  const column = columnToCountBy(query)
  if (column === undefined) return members
  const listed = sql.selectFrom('member').select(['id', 'role', 'search_bytes']).where(isListed(asked)).orderBy(column)
  if (!isCountedBriefly(asked)) return countOf(sql, listed.where(isMatch(query)))
  if (!isIndexed(query)) return countFound(asked)
  const near = listed.limit(raw.lit(patience * (maxLimit + 1))).as('member')
  const met = await countOf(sql, sql.selectFrom(near).select('id').where(isMatch(query)), maxLimit)
  return met === undefined ? undefined : countFound(asked)
}

/** Counts the matches by the index that finds them. */
async function countFound(asked: MemberFilter): Promise<number | undefined> {
  const { rows } = await raw<{ count: number }>`
    select count(*)::int as count from (${found(asked)}) found`.execute(asked.sql)
  const count = rows[0]?.count ?? 0
  return count > maxLimit ? undefined : count
}

/** The second column of the index that holds most of what a list asks for: ordered by it, that index is read. */
function columnToCountBy({ role, sort, ...query }: Query) {
  if (role !== undefined && (sort === 'joinedAt' || !isSearch(query))) return 'joined_at'
  if (isSearch(query)) return 'search_bytes'
  return sort === 'lastSeenAt' ? 'last_seen_at' : undefined
}
