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
    email: row.email,
    photoURL: row.photo_url,
    origin: row.origin,
  }
}

export const userSource = tableSource(user, 'user', ['id'], userState)
