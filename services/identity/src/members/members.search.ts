import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import type { UserRow } from '../users/users.events.ts'

const fold = (text: string) => text.normalize('NFC').toLowerCase()

/** What a member is searched and sorted by; the line break keeps a search from crossing from name to address. */
export const searchText = ({ display_name, email }: Pick<UserRow, 'display_name' | 'email'>) =>
  `${fold(display_name)}\n${fold(email)}`

/** A person's search as the column has it. */
export const foldSearch = (search: string) => fold(search.trim())

/** After a change of name: the copies in their memberships follow. */
export async function renameInSearch(sql: Kysely<Tables>, user: UserRow): Promise<void> {
  await sql
    .updateTable('member')
    .set({ search: searchText(user) })
    .where('user_id', '=', user.id)
    .execute()
}
