import { timestamp, token } from '@quire/contracts'
import type { CommandDatabase } from '../command-transactions.ts'
import type { Administering } from './administering.ts'
import { printable } from './lists.ts'

/** Prints the valid tokens of the installation, oldest first, as JSON lines. */
export async function listTokens({ sql }: Pick<CommandDatabase, 'sql'>, print: (line: string) => void): Promise<void> {
  const rows = await sql
    .selectFrom('token')
    .select(['id', 'name', 'scope', 'created_at', 'expires_at'])
    .where('kind', '=', 'installation')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date())
    .orderBy('id')
    .execute()
  for (const { id, name, scope, created_at, expires_at } of rows)
    print(printable({ id, name, scope, createdAt: timestamp(created_at), expiresAt: timestamp(expires_at) }))
}

/** Revokes a token of the installation; throws one line if there is none. */
export async function revokeInstallationToken(by: Administering, id: string): Promise<string> {
  return by.within(async (writer) => {
    const row = await writer.sql
      .updateTable('token')
      .set({ revoked_at: new Date() })
      .where('id', '=', id)
      .where('kind', '=', 'installation')
      .where('revoked_at', 'is', null)
      .returning('name')
      .executeTakeFirst()
    if (!row) throw new Error('The installation has no such token: "npm run -s admin -- tokens" lists all.')
    writer.emit(token.removed, { key: id, version: 1 })
    const target = { type: 'access-token', id, label: row.name }
    await by.record(writer, { action: 'revokeAccessToken', organizations: [], target })
    return 'revoked'
  })
}
