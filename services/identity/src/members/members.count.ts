import { maxLimit } from '@quire/contracts'
import { countedUpTo, countOf } from '@quire/kit'
import { type Asked, isListed, type Query } from './members.order.ts'
import { isMatch, isSearch } from './members.search.ts'

/** How far matches are counted: searches in a large organization as far as one page can reach (docs/adr/0018). */
export const countedUpToOf = ({ query, members }: Asked) =>
  isSearch(query) && members > countedUpTo ? maxLimit : countedUpTo

/** How many members a list has in all (interface 2.3): the organization's counter, or counted up to the bound. */
export async function countMatches(asked: Asked): Promise<number | undefined> {
  const { sql, query, members } = asked
  const column = columnToCountBy(query)
  if (column === undefined) return members
  const matching = sql.selectFrom('member').select('member.id').where(isListed(asked)).where(isMatch(query))
  return countOf(sql, matching.orderBy(`member.${column}`), countedUpToOf(asked))
}

/** The second column of the index that holds most of what a list asks for: ordered by it, that index is read. */
function columnToCountBy({ role, sort, ...query }: Query) {
  if (role !== undefined && (sort === 'joinedAt' || !isSearch(query))) return 'joined_at'
  if (isSearch(query)) return 'search_bytes'
  return sort === 'lastSeenAt' ? 'last_seen_at' : undefined
}
