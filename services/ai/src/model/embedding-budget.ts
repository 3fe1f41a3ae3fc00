import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { bytesPerToken } from './config.ts'

/** Tokens that may be embedded on one day (UTC), by estimate; no limit if `perDay` is 0. */
export interface EmbeddingBudget {
  /** Of one organization. */
  perDay: number
  /** Of all organizations that one account made. */
  ofAccount: number
}

/** Accounts created at one address have as many tokens as three accounts together. */
const accountsOfAddress = 3
const today = raw<string>`(now() at time zone 'utc')::date`

/** Whom the tokens of an organization count for, with what each may have. */
export interface TokenHolder {
  holder: string
  most: number
}

/** Estimates the tokens of texts by their length. */
export const tokensOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Math.ceil(Buffer.byteLength(text) / bytesPerToken), 0)

/** Finds whom the tokens of an organization count for: itself, the account that made it, and the address of that account. */
export async function tokenHolders(
  sql: Sql,
  { perDay, ofAccount }: EmbeddingBudget,
  organizationId: string,
): Promise<TokenHolder[]> {
  const { rows } = await raw<{ account: string; origin: string }>`
    select holder.account, coalesce(made.state ->> 'origin', holder.account) as origin
    from (select ${organizationId}::text as id) asked left join organization made on made.id = asked.id
    cross join lateral (select coalesce(made.state ->> 'madeBy', 'organization ' || asked.id) as account) holder`.execute(
    sql,
  )
  const { account = '', origin = '' } = rows[0] ?? {}
  return [
    { holder: `account ${account}`, most: ofAccount },
    { holder: `organization ${organizationId}`, most: perDay },
    { holder: `origin ${origin}`, most: accountsOfAddress * ofAccount },
  ]
}

/** True if the tokens fit into the day of all holders. A text with more than a day has is embedded on a day without any other. */
export async function hasTokens(
  sql: Sql,
  { perDay }: EmbeddingBudget,
  holders: readonly TokenHolder[],
  tokens: number,
): Promise<boolean> {
  if (perDay === 0) return true
  const { rows } = await raw<{ holder: string; used: number }>`
    select holder, tokens::float8 as used from embedding_usage
    where day = ${today} and holder = any(${holders.map(({ holder }) => holder)}::text[])`.execute(sql)
  const most = new Map(holders.map((one) => [one.holder, one.most]))
  return rows.every(({ holder, used }) => used + tokens <= (most.get(holder) ?? 0))
}

/** A part of a statement that counts tokens, in the transaction that stores what they were paid for. */
export const countTokens = (holders: readonly TokenHolder[], tokens: number) => raw`
  insert into embedding_usage (holder, day, tokens)
  select holder, ${today}, ${tokens}::bigint from unnest(${holders.map(({ holder }) => holder)}::text[]) holder order by 1
  on conflict (holder, day) do update set tokens = embedding_usage.tokens + excluded.tokens`

/** Deletes counts that are older than a month and more. */
export const forgetTokens = (sql: Sql) => raw`delete from embedding_usage where day < ${today} - 40`.execute(sql)
