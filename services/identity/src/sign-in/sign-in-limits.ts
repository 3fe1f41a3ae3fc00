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
      'Who may create an account by signing in: with `invited`, people with an invitation, an invite link or an address of an organization’s domains; with `open`, everybody ([signing in](../operations.md#signing-in)).',
    ),
  SIGN_IN_MAILS_PER_HOUR_OF_ADDRESS: count(10).describe(
    'Mails for signing in that one address gets within an hour; three of them are left to other networks than the one that asks most, and up to as many again to networks that ask for the first or second time.',
  ),
  SIGN_IN_MAILS_PER_HOUR_OF_NETWORK: count(60).describe(
    'Mails for signing in that one network asks for within an hour; four times as many of all networks of one customer of IPv6 (a /48), but no more than half of all.',
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

/** Mails that a network gets for an address beyond those of all, so that two networks cannot use them up either. */
const ofNewNetwork = 2

/** A customer of IPv6 may do as much as so many networks, and so never reaches a bound of all. */
const timesOfWider = 4

/**
 * Bounds of codes that did not fit. Six digits are a million possibilities: whoever asks for mails of somebody else and
 * guesses has these many tries. Beyond them the link in the mail still works. Of all, only those count that might have been
 * right: nobody uses the bound up with addresses that have no account.
 */
const maxWrong = { ofAddressPerDay: 20, ofNetworkPerHour: 30, ofWiderPerHour: timesOfWider * 30, ofAllPerHour: 500 }

const signInLock = 0x73_69_67_6e
const hourMs = 3600_000
const dayMs = 24 * hourMs

/** The network of a request, and the customer of IPv6 who has it, as hashes; null if they are not known. */
export interface Origins {
  origin: string | null
  wider_origin: string | null
}

/**
 * Throws 429 if too many mails were asked for: of the address, by the network or its customer, of the address by them, or
 * in all. It says the same about an address without an account. Of all, the mails count that were written: nobody uses the
 * bound up with addresses that get none. A lock until the end of the transaction excludes other requests.
 */
export async function requireFewMails(
  sql: Kysely<Tables>,
  { address, origins: { origin, wider_origin }, now }: { address: string; origins: Origins; now: Date },
  limits: SignInConfig,
): Promise<void> {
  await raw`select pg_advisory_xact_lock(${signInLock})`.execute(sql)
  const since = new Date(now.getTime() - hourMs)
  const mails = (asked: ReturnType<typeof raw>) => raw<number>`(
    select count(*)::int from sign_in_mail where ${asked} and created_at > ${since})`
  const { rows } = await raw<Record<'of_address' | 'of_both' | 'of_network' | 'of_wider' | 'of_all', number>>`
    select ${mails(raw`address = ${address}`)} as of_address,
      ${mails(raw`address = ${address} and (origin = ${origin} or wider_origin = ${wider_origin})`)} as of_both,
      ${mails(raw`origin = ${origin}`)} as of_network, ${mails(raw`wider_origin = ${wider_origin}`)} as of_wider,
      ${mails(raw`code_hash is not null`)} as of_all`.execute(sql)
  const { of_address = 0, of_both = 0, of_network = 0, of_wider = 0, of_all = 0 } = rows[0] ?? {}
  const maxOfAddress = limits.SIGN_IN_MAILS_PER_HOUR_OF_ADDRESS
  const [ofNetwork, ofAll] = [limits.SIGN_IN_MAILS_PER_HOUR_OF_NETWORK, limits.SIGN_IN_MAILS_PER_HOUR_OF_ALL]
  const ofWider = Math.min(timesOfWider * ofNetwork, Math.max(ofNetwork, Math.floor(ofAll / 2)))
  const maxNow = of_both < ofNewNetwork ? 2 * maxOfAddress : maxOfAddress
  if (of_address >= maxNow || of_both >= Math.max(1, maxOfAddress - keptForOthers))
    throw tooMany('Many mails for this address were asked for within an hour: use the latest one, or wait.')
  if (of_network >= ofNetwork || of_wider >= ofWider)
    throw tooMany('Your network asked for many mails within an hour: wait.')
  if (of_all >= ofAll) throw tooMany('Very many people sign in at the moment: try again later.')
}

/**
 * Throws 429 if too many codes were wrong lately: for the address, in all, or of mails that one network asked for, be it
 * that of the try or that which asked for the mail: somebody could ask in one and guess in another. A lock until the end of
 * the transaction, in which the try is counted too, excludes other tries: many at once would not count otherwise.
 * @param request the request whose code is tried; undefined if there is none
 */
export async function requireFewWrongCodes(
  sql: Kysely<Tables>,
  { request, origins, now }: { request: (Origins & { address: string }) | undefined; origins: Origins; now: Date },
): Promise<void> {
  await raw`select pg_advisory_xact_lock(${signInLock})`.execute(sql)
  const [hour, day] = [new Date(now.getTime() - hourMs), new Date(now.getTime() - dayMs)]
  const ofMost = (column: keyof Origins) => raw<number>`(
    select coalesce(max(of_one), 0)::int from (
      select ${wrongCodes} as of_one from sign_in_mail
      where ${raw.ref(column)} = any(${[origins[column], request?.[column] ?? null]}::text[]) and created_at > ${hour}
      group by ${raw.ref(column)}) networks)`
  const { rows } = await raw<Record<'of_address' | 'of_network' | 'of_wider' | 'of_all', number>>`
    select (
        select ${wrongCodes} from sign_in_mail where address = ${request?.address ?? ''} and created_at > ${day}
      ) as of_address, ${ofMost('origin')} as of_network, ${ofMost('wider_origin')} as of_wider,
      (select ${wrongCodes} from sign_in_mail where created_at > ${hour} and code_hash is not null) as of_all`.execute(
    sql,
  )
  const { of_address = 0, of_network = 0, of_wider = 0, of_all = 0 } = rows[0] ?? {}
  const { ofAddressPerDay, ofNetworkPerHour, ofWiderPerHour, ofAllPerHour } = maxWrong
  const isOver = of_network >= ofNetworkPerHour || of_wider >= ofWiderPerHour
  if (isOver || of_address >= ofAddressPerDay || of_all >= ofAllPerHour)
    throw tooMany('Too many codes were wrong: open the link in the mail instead.')
}

const wrongCodes = raw<number>`coalesce(sum(tries - (used_by is not distinct from 'code')::int), 0)::int`

const tooMany = (message: string) => new Refusal(429, message, { 'Retry-After': '3600' }, 'sign-ins')

/** Deletes requests that no limit counts any more. */
export async function deleteOldSignInMails(sql: Kysely<Tables>, now: Date): Promise<void> {
  await sql
    .deleteFrom('sign_in_mail')
    .where('created_at', '<', new Date(now.getTime() - dayMs))
    .execute()
}
