import { user } from '@quire/contracts'
import { tableSource } from '@quire/kit'
import type { Selectable } from 'kysely'
import type { Tables } from '../database.ts'

export type UserRow = Selectable<Tables['user']>

export function userState(row: UserRow) {
  return {
    id: row.id,
    version: row.version,
    displayName: row.display_name,
    // The row of a deleted person has an address that stands for theirs, since addresses are unique.
    email: row.deleted_at === null ? row.email : '',
    photoURL: row.photo_url,
    origin: row.origin,
    disabled: row.disabled_at !== null,
  }
}

export const userSource = tableSource(user, 'user', ['id'], userState)
