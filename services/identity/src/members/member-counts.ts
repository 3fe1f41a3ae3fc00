import { maxLimit } from '@quire/contracts'
import { countedUpTo, countOf } from '@quire/kit'
import { sql as raw } from 'kysely'
import { isListed, type MemberFilter, type Query } from './member-order.ts'
import { found, isIndexed, isMatch, isSearch } from './member-search.ts'

/** Members that a walk may read for each member that it returns or counts. Beyond that, looking them up is cheaper. */
export const maxWalkRatio = 15

/**
 * True if a search is counted only up to the length of a page: in organizations with more members than the counting
 * limit (docs/adr/0006).
 */
export const isCountedBriefly = ({ query, members }: MemberFilter) => isSearch(query) && members > countedUpTo

/** Counts the members of a list: the organization's counter, or a count up to the counting limit. */
export async function countMatches(asked: MemberFilter): Promise<number | undefined> {
  const { sql, query, members } = asked
  const column = columnToCountBy(query)
  if (column === undefined) return members
  const listed = sql.selectFrom('member').select(['id', 'role', 'search_bytes']).where(isListed(asked)).orderBy(column)
  if (!isCountedBriefly(asked)) return countOf(sql, listed.where(isMatch(query)))
  if (!isIndexed(query)) return countFound(asked)
  const near = listed.limit(raw.lit(maxWalkRatio * (maxLimit + 1))).as('member')
  const met = await countOf(sql, sql.selectFrom(near).select('id').where(isMatch(query)), maxLimit)
  return met === undefined ? undefined : countFound(asked)
}

/** Counts the matches with the index that finds them. */
async function countFound(asked: MemberFilter): Promise<number | undefined> {
  const { rows } = await raw<{ count: number }>`
    select count(*)::int as count from (${found(asked)}) found`.execute(asked.sql)
  const count = rows[0]?.count ?? 0
  return count > maxLimit ? undefined : count
}

/** Returns the second column of the index that covers most of a list's filter; ordering by it selects that index. */
function columnToCountBy({ role, sort, ...query }: Query) {
  if (role !== undefined && (sort === 'joinedAt' || !isSearch(query))) return 'joined_at'
  if (isSearch(query)) return 'search_bytes'
  return sort === 'lastSeenAt' ? 'last_seen_at' : undefined
}
