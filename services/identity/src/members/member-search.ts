import { maxLimit } from '@quire/contracts'
import { containing } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { Tables } from '../database.ts'
import type { UserRow } from '../users/users.state.ts'
import { columnOf, hasRole, isListed, type MemberFilter, type Query } from './member-order.ts'

const fold = (text: string) => text.normalize('NFC').toLowerCase()

/** Returns the text for searching and sorting a member; the line break prevents matches across name and address. */
export const searchText = ({ display_name, email }: Pick<UserRow, 'display_name' | 'email'>) =>
  `${fold(display_name)}\n${fold(email)}`

/** Returns the columns of a membership that control the profile's visibility: by name if introduced, else by address. */
export const profileColumns = (
  { display_name, email }: Pick<UserRow, 'display_name' | 'email'>,
  introduced: boolean,
) => ({
  introduced,
  search: searchText({ display_name: introduced ? display_name : email, email }),
})

/** Converts a search to the column's form. */
const foldSearch = (search: string) => fold(search.trim())

/** Updates the copies of a changed name in the memberships where the name is visible. */
export async function updateSearchNames(sql: Kysely<Tables>, user: UserRow): Promise<void> {
  await sql
    .updateTable('member')
    .set({ search: searchText(user) })
    .where('user_id', '=', user.id)
    .where('introduced', '=', true)
    .execute()
}

export const isSearch = ({ search = '' }: Pick<Query, 'search'>) => foldSearch(search) !== ''

/** True if the text has three letters or digits in a row; otherwise the trigram index would be read completely. */
const hasTrigram = (text: string) => /[\p{L}\p{N}]{3}/u.test(text)

/** True if the trigram index can find the search. */
export const isIndexed = ({ search = '' }: Query) => hasTrigram(foldSearch(search))

/** The condition on members for the part of a list's filter that its order's index does not cover. */
export function isMatch({ role, search = '', sort }: Query) {
  const ofRole = role === undefined || sort === 'joinedAt' ? raw`true` : hasRole(role)
  return raw<boolean>`${ofRole} and ${contains(foldSearch(search))}`
}

/**
 * Looks up the matches, unsorted but with the sort column, up to one more than the longest page. The query names the
 * organization in a form that only the trigram index has; otherwise the planner, with a plan for small organizations,
 * would choose another index and read it completely. If the trigram index cannot find the text, the query reads the index
 * that has all columns for filtering and sorting.
 */
export function found(asked: MemberFilter) {
  const text = foldSearch(asked.query.search ?? '')
  const isFound =
    text === '' || hasTrigram(text)
      ? trigramCondition(asked, text)
      : raw`${isListed(asked)} and ${isMatch(asked.query)} order by member.search_bytes`
  return raw`select member.id, ${columnOf(asked)} from member where ${isFound} limit ${raw.lit(maxLimit + 1)}`
}

function trigramCondition({ organizationId, query: { role, sort } }: MemberFilter, text: string) {
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
