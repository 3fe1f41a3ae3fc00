import { Refusal } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../database.ts'

const count = (fallback: number) => z.coerce.number().int().min(1).max(1_000_000).default(fallback)

/** Who may sign in by mail, and how many mails are sent for that; counted in the database, for all replicas together. */
export const SignInConfig = z.object({
  SIGN_UP: z
    .enum(['invited', 'open'])
    .default('invited')
    .describe(
      'Who may create an account by signing in: with `invited`, people with an invitation or an address of an organization’s domains; with `open`, everybody ([signing in](../operations.md#signing-in)).',
    ),
  SIGN_IN_MAILS_PER_HOUR_OF_ADDRESS: count(10).describe(
    'Mails for signing in that one address gets within an hour; three of them are left to other networks than the one that asks most.',
  ),
  SIGN_IN_MAILS_PER_HOUR_OF_NETWORK: count(60).describe(
    'Mails for signing in that one network asks for within an hour.',
  ),
  SIGN_IN_MAILS_PER_HOUR_OF_ALL: count(2000).describe(
    'Mails for signing in that the whole installation sends within an hour.',
  ),
})
export type SignInConfig = z.output<typeof SignInConfig>

/**
 * Mails of an address that no single network can use up: somebody who asks for mails of somebody else again and again would
 * keep them from signing in.
 */
const keptForOthers = 3

/**
 * Bounds of codes that did not fit. Six digits are a million possibilities: whoever asks for mails of somebody else and
 * guesses has these many tries. Beyond them the link in the mail still works. Of all, only those count that might have been
 * right: nobody uses the bound up with addresses that have no account.
 */
const maxWrong = { ofAddressPerDay: 20, ofNetworkPerHour: 30, ofAllPerHour: 500 }

const signInLock = 0x73_69_67_6e
const hourMs = 3600_000
const dayMs = 24 * hourMs

/** An address that somebody wants to sign in, and the network that asks. */
interface Asking {
  address: string
  origin: string | null
  now: Date
}

/**
 * Throws 429 if too many mails were asked for: of the address, by the network, of the address by the network, or in all.
 * It says the same about an address without an account. Of all, the mails count that were written: nobody uses the bound up
 * with addresses that get none. A lock until the end of the transaction excludes other requests.
 */
export async function requireFewMails(sql: Kysely<Tables>, asking: Asking, limits: SignInConfig): Promise<void> {
  await raw`select pg_advisory_xact_lock(${signInLock})`.execute(sql)
  const { address, origin, now } = asking
  const since = new Date(now.getTime() - hourMs)
  const { rows } = await raw<{ of_address: number; of_both: number; of_network: number; of_all: number }>`
    select (select count(*)::int from sign_in_mail where address = ${address} and created_at > ${since}) as of_address,
      (select count(*)::int from sign_in_mail
        where address = ${address} and origin = ${origin} and created_at > ${since}) as of_both,
      (select count(*)::int from sign_in_mail where origin = ${origin} and created_at > ${since}) as of_network,
      (select count(*)::int from sign_in_mail where created_at > ${since} and code_hash is not null) as of_all`.execute(
    sql,
  )
  const { of_address, of_both, of_network, of_all } = rows[0] ?? { of_address: 0, of_both: 0, of_network: 0, of_all: 0 }
  const maxOfAddress = limits.SIGN_IN_MAILS_PER_HOUR_OF_ADDRESS
  if (of_address >= maxOfAddress || of_both >= Math.max(1, maxOfAddress - keptForOthers))
    throw tooMany('Many mails for this address were asked for within an hour: use the latest one, or wait.')
  if (of_network >= limits.SIGN_IN_MAILS_PER_HOUR_OF_NETWORK)
    throw tooMany('Your network asked for many mails within an hour: wait.')
  if (of_all >= limits.SIGN_IN_MAILS_PER_HOUR_OF_ALL)
    throw tooMany('Very many people sign in at the moment: try again later.')
}

/**
 * Throws 429 if too many codes were wrong lately: for the address, from the network, or in all. A lock until the end of the
 * transaction, in which the try is counted too, excludes other tries: many at once would not count otherwise.
 */
export async function requireFewWrongCodes(sql: Kysely<Tables>, { address, origin, now }: Asking): Promise<void> {
  await raw`select pg_advisory_xact_lock(${signInLock})`.execute(sql)
  const [hour, day] = [new Date(now.getTime() - hourMs), new Date(now.getTime() - dayMs)]
  const { rows } = await raw<{ of_address: number; of_network: number; of_all: number }>`
    select ${wrong(raw`address = ${address} and created_at > ${day}`)} as of_address,
      ${wrong(raw`origin = ${origin} and created_at > ${hour}`)} as of_network,
      ${wrong(raw`created_at > ${hour} and code_hash is not null`)} as of_all`.execute(sql)
  const { of_address, of_network, of_all } = rows[0] ?? { of_address: 0, of_network: 0, of_all: 0 }
  const { ofAddressPerDay, ofNetworkPerHour, ofAllPerHour } = maxWrong
  if (of_address >= ofAddressPerDay || of_network >= ofNetworkPerHour || of_all >= ofAllPerHour)
    throw tooMany('Too many codes were wrong: open the link in the mail instead.')
}

const wrong = (asked: ReturnType<typeof raw>) => raw<number>`(
  select coalesce(sum(tries - (used_by is not distinct from 'code')::int), 0)::int from sign_in_mail where ${asked})`

const tooMany = (message: string) => new Refusal(429, message, { 'Retry-After': '3600' }, 'sign-ins')

/** Deletes requests that no limit counts any more. */
export async function deleteOldSignInMails(sql: Kysely<Tables>, now: Date): Promise<void> {
  await sql
    .deleteFrom('sign_in_mail')
    .where('created_at', '<', new Date(now.getTime() - dayMs))
    .execute()
}
