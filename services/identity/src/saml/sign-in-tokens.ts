import { badRequest } from '@quire/kit'
import { sql as raw } from 'kysely'
import type { Context } from '../context.ts'
import { changeMember } from '../members/members.rules.ts'
import { Token } from '../tables/tokens.entity.ts'
import type { SignerNeeds } from '../tokens/signer.ts'
import { revokeTokens } from '../tokens/tokens.removal.ts'
import { claimsOf, newToken } from '../tokens/tokens.rules.ts'
import { redeemSignInCode, type UsedCode } from './sign-in-codes.ts'

const longestMs = 12 * 3600_000
/** Bounds the tokens of one membership; another sign-in ends the oldest. */
const maxTokens = 50

/**
 * Exchanges a code for a token that is valid in the organization only, for twelve hours or until the provider ends the
 * session. Throws the same 400 for any problem with the code or with the membership. Emits the member's activity, so that
 * the answer's position in the event stream covers a membership created a moment ago.
 */
export async function exchangeCode(
  context: Pick<Context<SignerNeeds>, 'em' | 'sql' | 'emit' | 'signer' | 'now'>,
  code: string,
) {
  const { em, sql, signer } = context
  const now = context.now()
  const used = await redeemSignInCode(sql, code, now)
  const member = used && (await findMember(context, used))
  if (!member) throw badRequest('body.code', 'is no code, was used or has expired: sign in again')
  await changeMember(context, member.id, { last_seen_at: raw<Date>`now()` })
  await revokeTokens(context, { member_id: member.id }, maxTokens - 1)
  const row = {
    ...newToken({
      userId: member.user_id,
      name: `Single sign-on: ${used.label}`,
      scope: 'full',
      lifetimeMs: lifetimeMs(used, now),
      now,
    }),
    kind: 'saml' as const,
    memberId: member.id,
    providerId: used.provider_id,
  }
  em.create(Token, row)
  const organizationId = member.organization_id
  const token = signer.signAccess({ ...claimsOf(row), kind: 'saml', organizationId })
  return { token, organization: organizationId, expiresAt: row.expiresAt.toISOString() }
}

/** Reads and locks the membership: a transaction that ends it then finds the token. */
function findMember({ sql }: Pick<Context, 'sql'>, { member_id }: UsedCode) {
  return sql
    .selectFrom('member')
    .select(['id', 'user_id', 'organization_id'])
    .where('id', '=', member_id)
    .where('disabled', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Returns the lifetime of the token. The query returns times as text. */
function lifetimeMs({ session_ends_at }: UsedCode, now: Date): number {
  return session_ends_at ? Math.min(longestMs, new Date(session_ends_at).getTime() - now.getTime()) : longestMs
}
