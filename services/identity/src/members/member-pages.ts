import { maxLimit } from '@quire/contracts'
import { countedUpTo, countOf, rowsToRead } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Query } from './member-order.ts'
import { inOrder, isAfterCursor, isListed, type MemberFilter } from './member-order.ts'
import { found, isIndexed, isMatch, isSearch } from './member-search.ts'
import { type MemberWithUser, memberColumns, userColumns } from './members.present.ts'

/** Members that a walk may read for each member that it returns or counts. Beyond that, looking them up is cheaper. */
const maxWalkRatio = 15

/** A page, and the first member of the next page, if any. */
interface PageOfMembers {
  rows: MemberWithUser[]
  /** Counts the members, for the first page; undefined beyond the counting limit. */
  count: () => Promise<number | undefined>
}

/** Organizations up to this size are read completely faster than a cleverer plan starts. */
const smallOrganization = 2000

/**
 * Returns a page of an organization's members. Without a filter, and by role in the order of joining, the order's index
 * has exactly the matching members. Otherwise there are two ways: walking the members in order and filtering them, which
 * is fast if many match, or looking up the matches and sorting them, which is fast if few do.
 */
export function pageOfMembers(asked: MemberFilter): Promise<PageOfMembers> {
  const { role, sort } = asked.query
  const isFiltered = isSearch(asked.query) || (role !== undefined && sort !== 'joinedAt')
  if (!isFiltered || asked.members <= smallOrganization) return walked(asked)
  return isSearch(asked.query) ? searched(asked) : ofRole(asked)
}

async function walked(asked: MemberFilter): Promise<PageOfMembers> {
  return { rows: await walk(asked), count: () => countMatches(asked) }
}

/** Searches without knowing the number of matches: if a short walk does not fill the page, looks the matches up. */
async function searched(asked: MemberFilter): Promise<PageOfMembers> {
  const { page } = asked
  const near = await walk(asked, maxWalkRatio * (page.limit + 1))
  if (near.length > page.limit) return { rows: near, count: () => countMatches(asked) }
  const few = isFew(page.cursor ? page.cursor.count : 0) ? await lookUp(asked) : undefined
  if (few) return { rows: few.rows, count: async () => few.count }
  const count = async () => (isCountedBriefly(asked) ? undefined : countMatches(asked))
  return { rows: await walk(asked), count }
}

/** Lists members with a role, which are quickly counted. */
async function ofRole(asked: MemberFilter): Promise<PageOfMembers> {
  const count = asked.page.cursor ? asked.page.cursor.count : await countMatches(asked)
  const few = isFew(count) ? await lookUp(asked) : undefined
  return { rows: few?.rows ?? (await walk(asked)), count: async () => count }
}

/** True if so many matches may be looked up; an unknown number counts as large. */
const isFew = (count: number | undefined) => count !== undefined && count <= maxLimit

/** Reads members in order, at most the next `within`, and returns those who match. */
async function walk(asked: MemberFilter, within?: number): Promise<MemberWithUser[]> {
  const order = inOrder(asked)
  const listed = raw`select * from member where ${isListed(asked)} and ${isAfterCursor(asked)}`
  const matching =
    within === undefined
      ? raw`${listed} and ${isMatch(asked.query)}`
      : raw`select * from (${listed} ${order} limit ${rowsToRead(asked.page, within)}) member where ${isMatch(asked.query)}`
  const { rows } = await raw<MemberWithUser>`
    select ${columns} from (${matching} ${order} limit ${rowsToRead(asked.page)}) member
    join "user" on "user".id = member.user_id ${order}`.execute(asked.sql)
  return rows
}

/** Finds all matches and sorts them; undefined if they are more than fit on one page. */
async function lookUp(asked: MemberFilter): Promise<{ rows: MemberWithUser[]; count: number } | undefined> {
  const { sql, page } = asked
  const order = inOrder(asked)
  const { rows } = await raw<MemberWithUser & { found: number }>`
    with found as materialized (${found(asked)})
    select ${columns}, (select count(*)::int from found) as found
    from (select member.id from found member where ${isAfterCursor(asked)} ${order} limit ${rowsToRead(page)}) paged
    join member on member.id = paged.id join "user" on "user".id = member.user_id ${order}`.execute(sql)
  // After a cursor there is at least one more member, so an empty page means that there were too many to look up.
  const count = rows[0]?.found ?? (page.cursor ? Number.POSITIVE_INFINITY : 0)
  return count > maxLimit ? undefined : { rows, count }
}

const columns = raw.join([...memberColumns, ...userColumns].map((column) => raw.ref(column)))

/**
 * True if a search is counted only up to the length of a page: in organizations with more members than the counting
 * limit (docs/adr/0006).
 */
const isCountedBriefly = ({ query, members }: MemberFilter) => isSearch(query) && members > countedUpTo

/** Counts the members of a list: the organization's counter, or a count up to the counting limit. */
async function countMatches(asked: MemberFilter): Promise<number | undefined> {
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
