import { conflict, Refusal, unauthorized } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Tables } from '../database.ts'
import { lockAccount } from '../users/enabled-account.ts'
import { isSigned } from './tokens.rules.ts'

const dayMs = 24 * 3600_000
/** Bounds the valid personal tokens of a person, and the valid tokens for SCIM of an organization. */
const maxValid = 200

/** A revoked token stays in the memory of every process until it would have expired, so revoked ones count too. */
export const TokenLimits = z.object({
  ACCESS_TOKENS_PER_DAY: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(500)
    .describe(
      'Tokens that one person makes within a day, revoked ones too, and likewise permissions of programs, and tokens for SCIM of one organization; more are answered 429.',
    ),
})

/** The dependency of handlers that make tokens. */
export interface TokenLimitsNeeds {
  tokenLimits: z.output<typeof TokenLimits>
}

type Making = Pick<Context<TokenLimitsNeeds>, 'sql' | 'now' | 'tokenLimits'>

/**
 * Throws 409 if a person has too many personal tokens, 429 if they made too many within a day, 401 if they may not sign in.
 * Locks the row of the person, before that of any token, to the end of the transaction: another token of theirs waits, and
 * counts this one.
 */
export async function requireFewTokens(making: Making, userId: string): Promise<void> {
  if (!(await lockAccount(making.sql, userId))) throw unauthorized()
  const personal = tokensOf(making.sql).where('user_id', '=', userId).where('kind', '=', 'user').where(isSigned)
  await requireFewValid(making, personal)
  await requireFewMade(making, personal, 'tokens')
}

/**
 * Like `requireFewTokens`, for the permissions of programs; the oldest valid ones make room, so only those of a day count.
 * Those that are limited to a membership count apart, by the token of the caller.
 */
export async function requireFewPrograms(
  making: Making,
  { userId, tokenId = '' }: { userId: string; tokenId: string | undefined },
): Promise<void> {
  if (!(await lockAccount(making.sql, userId))) throw unauthorized()
  const given = tokensOf(making.sql)
    .where('user_id', '=', userId)
    .where('member_id', 'is not distinct from', (own) =>
      own.selectFrom('token as callers').select('callers.member_id').where('callers.id', '=', tokenId),
    )
    .where(isOfProgram)
  await requireFewMade(making, given, 'permissions of programs')
}

/** Like `requireFewTokens`, for the tokens for SCIM of an organization, which must be locked for a change. */
export async function requireFewScimTokens(making: Making, organizationId: string): Promise<void> {
  const own = tokensOf(making.sql).where('organization_id', '=', organizationId).where('kind', '=', 'scim')
  await requireFewValid(making, own)
  await requireFewMade(making, own, 'tokens')
}

const isOfProgram = raw<boolean>`exists (select from program where program.id = token.id)`

const tokensOf = (sql: Kysely<Tables>) => sql.selectFrom('token').select('created_at')

type TokensOfOne = ReturnType<typeof tokensOf>

async function requireFewValid({ now }: Making, own: TokensOfOne): Promise<void> {
  const valid = own.where('revoked_at', 'is', null).where('expires_at', '>', now())
  const last = valid.offset(maxValid - 1).limit(1)
  if (await last.executeTakeFirst())
    throw conflict(`There are ${maxValid} valid tokens, which is the most: revoke one that is not used any more.`)
}

async function requireFewMade({ now, tokenLimits }: Making, own: TokensOfOne, what: string): Promise<void> {
  const max = tokenLimits.ACCESS_TOKENS_PER_DAY
  const dayAgo = now().getTime() - dayMs
  const recent = own.where('created_at', '>', new Date(dayAgo)).orderBy('created_at', 'desc')
  const last = recent.offset(max - 1).limit(1)
  const found = await last.executeTakeFirst()
  if (!found) return
  const seconds = Math.max(1, Math.ceil((new Date(found.created_at).getTime() - dayAgo) / 1000))
  const message = `${max} ${what} are new within a day, which is the most: use one of them for longer, or wait.`
  throw new Refusal(429, message, { 'Retry-After': String(seconds) }, 'tokens')
}
