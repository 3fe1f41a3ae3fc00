import { token } from '@quire/contracts'
import type { Context } from '../context.ts'
import type { Writer } from '../database.ts'

/** Selects the tokens of one membership, or of one provider's sign-ins. */
type SignedIn = { member_id: string } | { provider_id: string }

/** Revokes tokens of single sign-on, all but the `newest` of them, and emits each revocation. */
export async function revokeTokens(
  { sql, emit, now }: Writer & Pick<Context, 'now'>,
  of: SignedIn,
  newest = 0,
): Promise<void> {
  const [column, id] =
    'member_id' in of ? (['member_id', of.member_id] as const) : (['provider_id', of.provider_id] as const)
  const rows = await sql
    .updateTable('token')
    .set({ revoked_at: now() })
    .where('id', 'in', (tokens) =>
      tokens
        .selectFrom('token')
        .select('id')
        .where(column, '=', id)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now())
        .orderBy('id', 'desc')
        .offset(newest),
    )
    .returning('id')
    .execute()
  for (const row of rows) emit(token.removed, { key: row.id, version: 1 })
}
