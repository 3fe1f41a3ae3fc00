import { maxLimit } from '@quire/contracts'
import { containing } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { Tables } from '../tables.ts'
import type { UserRow } from '../users/users.state.ts'
import { columnOf, hasRole, isListed, type MemberFilter, type Query } from './order.ts'

const fold = (text: string) => text.normalize('NFC').toLowerCase()

/** What a member is searched and sorted by; the line break keeps a search from crossing from name to address. */
export const searchText = ({ display_name, email }: Pick<UserRow, 'display_name' | 'email'>) =>
  `${fold(display_name)}\n${fold(email)}`

/** The columns of a membership that say how the person is shown there: by name, or by address until they have come. */
export const shownAs = ({ display_name, email }: Pick<UserRow, 'display_name' | 'email'>, introduced: boolean) => ({
  introduced,
  search: searchText({ display_name: introduced ? display_name : email, email }),
})

/** A person's search as the column has it. */
const foldSearch = (search: string) => fold(search.trim())

/** After a change of name: updates its copies in the memberships where the name is shown. */
export async function renameInSearch(sql: Kysely<Tables>, user: UserRow): Promise<void> {
  await sql
    .updateTable('member')
    .set({ search: searchText(user) })
    .where('user_id', '=', user.id)
    .where('introduced', '=', true)
    .execute()
}

export const isSearch = ({ search = '' }: Pick<Query, 'search'>) => foldSearch(search) !== ''

/** Three letters or digits in a row: without them the index of trigrams would be read from end to end. */
const hasTrigram = (text: string) => /[\p{L}\p{N}]{3}/u.test(text)

/** Whether the index of trigrams leads to what is searched. */
export const isIndexed = ({ search = '' }: Query) => hasTrigram(foldSearch(search))

/** The part of a list's filter that its order's index does not cover, as a condition on each member. */
export function isMatch({ role, search = '', sort }: Query) {
  const ofRole = role === undefined || sort === 'joinedAt' ? raw`true` : hasRole(role)
  return raw<boolean>`${ofRole} and ${contains(foldSearch(search))}`
}

/**
 * Looks up the matches, unsorted but with the sort column, up to one more than the longest page. The query names the
 * organization in a form that only the trigram index has: else the planner, with a plan made for small organizations,
 * would choose another index and read it to its end. Where that index cannot find the text, the index is read that
 * holds everything which is filtered and sorted by.
 */
export function found(asked: MemberFilter) {
  const text = foldSearch(asked.query.search ?? '')
  const isFound =
    text === '' || hasTrigram(text)
      ? isLookedUp(asked, text)
      : raw`${isListed(asked)} and ${isMatch(asked.query)} order by member.search_bytes`
  return raw`select member.id, ${columnOf(asked)} from member where ${isFound} limit ${raw.lit(maxLimit + 1)}`
}

function isLookedUp({ organizationId, query: { role, sort } }: MemberFilter, text: string) {
  const conditions = [
    raw`array[member.organization_id] @> array[${organizationId}]`,
    ...(role === undefined ? [] : [raw`coalesce(member.role, 'guest') = ${role}`]),
    ...(text === '' ? [] : [raw`member.search like ${containing(text)}`]),
    ...(sort === 'lastSeenAt' ? [raw`member.last_seen_at is not null`] : []),
  ]
  return raw.join(conditions, raw` and `)
}

function contains(text: string) {
  return text === '' ? raw`true` : raw`position(${Buffer.from(text)}::bytea in member.search_bytes) > 0`
}
