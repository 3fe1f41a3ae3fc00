import { maxLimit } from '@quire/contracts'
import { rowsToRead } from '@quire/kit'
import { sql as raw } from 'kysely'
import { countMatches, isCountedBriefly, patience } from './count.ts'
import { type MemberWithUser, memberColumns, userColumns } from './members.present.ts'
import { inOrder, isBeyond, isListed, type MemberFilter } from './order.ts'
import { found, isMatch, isSearch } from './search.ts'

/** One page, and one member more where there are more. */
interface PageOfMembers {
  rows: MemberWithUser[]
  /** For the first page; undefined beyond the bound. */
  count: () => Promise<number | undefined>
}

/** An organization of this size is read to its end faster than a cleverer plan takes to begin. */
const smallOrganization = 2000

/**
 * One page of an organization's members. Without a filter, and by role in the order of joining, the order's index holds
 * exactly the wanted members. Otherwise there are two ways: to walk the members in order and keep those who match,
 * which is fast where many match, or to look the matches up and sort them, which is fast where few do.
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

/** Nobody knows before how many match. Where a short walk fills the page they are many; else they are looked up. */
async function searched(asked: MemberFilter): Promise<PageOfMembers> {
  const { page } = asked
  const near = await walk(asked, patience * (page.limit + 1))
  if (near.length > page.limit) return { rows: near, count: () => countMatches(asked) }
  const few = isFew(page.cursor ? page.cursor.count : 0) ? await lookUp(asked) : undefined
  if (few) return { rows: few.rows, count: async () => few.count }
  const count = async () => (isCountedBriefly(asked) ? undefined : countMatches(asked))
  return { rows: await walk(asked), count }
}

/** How many have a role is soon counted. */
async function ofRole(asked: MemberFilter): Promise<PageOfMembers> {
  const count = asked.page.cursor ? asked.page.cursor.count : await countMatches(asked)
  const few = isFew(count) ? await lookUp(asked) : undefined
  return { rows: few?.rows ?? (await walk(asked)), count: async () => count }
}

/** Whether so many matches may be looked up; an unknown number is a large one. */
const isFew = (count: number | undefined) => count !== undefined && count <= maxLimit

/** Meets members in order, the next `within` at most, and keeps those who match. */
async function walk(asked: MemberFilter, within?: number): Promise<MemberWithUser[]> {
  const order = inOrder(asked)
  const listed = raw`select * from member where ${isListed(asked)} and ${isBeyond(asked)}`
  const kept =
    within === undefined
      ? raw`${listed} and ${isMatch(asked.query)}`
      : raw`select * from (${listed} ${order} limit ${rowsToRead(asked.page, within)}) member where ${isMatch(asked.query)}`
  const { rows } = await raw<MemberWithUser>`
    select ${columns} from (${kept} ${order} limit ${rowsToRead(asked.page)}) member
    join "user" on "user".id = member.user_id ${order}`.execute(asked.sql)
  return rows
}

/** Finds all matches and sorts them; undefined where they are more than fit on one page. */
async function lookUp(asked: MemberFilter): Promise<{ rows: MemberWithUser[]; count: number } | undefined> {
  const { sql, page } = asked
  const order = inOrder(asked)
  const { rows } = await raw<MemberWithUser & { found: number }>`
    with found as materialized (${found(asked)})
    select ${columns}, (select count(*)::int from found) as found
    from (select member.id from found member where ${isBeyond(asked)} ${order} limit ${rowsToRead(page)}) shown
    join member on member.id = shown.id join "user" on "user".id = member.user_id ${order}`.execute(sql)
  // Behind a cursor there is at least one more member, so an empty page means that there were too many to look up.
  const count = rows[0]?.found ?? (page.cursor ? Number.POSITIVE_INFINITY : 0)
  return count > maxLimit ? undefined : { rows, count }
}

const columns = raw.join([...memberColumns, ...userColumns].map((column) => raw.ref(column)))
