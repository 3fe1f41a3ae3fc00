import { user } from '@quire/contracts'
import { source, statesOf } from '@quire/kit'
import type { Selectable } from 'kysely'
import type { Tables } from '../tables.ts'

export type UserRow = Selectable<Tables['user']>

export function userState(row: UserRow) {
  return {
    id: row.id,
    version: row.version,
    displayName: row.display_name,
    email: row.email,
    photoURL: row.photo_url,
  }
}

export const userSource = source<Tables>(user, async (sql, after = '', limit) => {
  const rows = await sql.selectFrom('user').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute()
  return statesOf(rows, limit, userState, (row) => row.id)
})
