import { createHmac, type KeyObject, randomInt, timingSafeEqual } from 'node:crypto'
import { newSecretId } from '@quire/kit'
import { type Kysely, sql as raw, type Selectable } from 'kysely'
import type { Tables } from '../database.ts'
import { emailKey } from '../users/emails.ts'
import { linkHash, newLinkSecret } from './link-secrets.ts'
import type { Origins } from './sign-in-limits.ts'

export type SignInMailRow = Selectable<Tables['sign_in_mail']>

export const mailMinutes = 10
/** Codes that may be tried for one mail. */
const maxTries = 5

/** Stores a request for a mail, which `startSignInMails` writes; returns the id by which the browser names it. */
export async function requestMail(
  sql: Kysely<Tables>,
  { email, origins, next, now }: { email: string; origins: Origins; next: string | null; now: Date },
): Promise<string> {
  const id = newSecretId()
  await sql
    .insertInto('sign_in_mail')
    .values({
      ...{ id, email, address: emailKey(email), ...origins, next, created_at: now, try_at: now },
      expires_at: new Date(now.getTime() + mailMinutes * 60_000),
    })
    .execute()
  return id
}

/** Returns the keyed hash of a code: whoever reads the table could try all codes with any other. */
const codeHash = (key: KeyObject, id: string, code: string): Buffer =>
  createHmac('sha256', key).update(`sign-in ${id} ${code}`).digest()

/** Makes the link's secret and the code of a mail that is about to be sent; earlier ones of the same request end. */
export async function makeSecrets(
  sql: Kysely<Tables>,
  { id }: Pick<SignInMailRow, 'id'>,
  key: KeyObject,
): Promise<{ secret: string; code: string }> {
  const secret = newLinkSecret()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await sql
    .updateTable('sign_in_mail')
    .set({ link_hash: linkHash(secret), code_hash: codeHash(key, id, code).toString('base64url') })
    .where('id', '=', id)
    .execute()
  return { secret, code }
}

/** Returns the request of this id, whether or not it can still be used. */
export function findRequest(sql: Kysely<Tables>, id: string): Promise<SignInMailRow | undefined> {
  return sql.selectFrom('sign_in_mail').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Counts a try of a code; false if none is left, or the request was used or has expired. It has to be committed before the
 * code is looked at: a refused request would undo it otherwise, and tries at the same time would not count.
 */
export async function countTry(sql: Kysely<Tables>, id: string, now: Date): Promise<boolean> {
  const counted = await sql
    .updateTable('sign_in_mail')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', maxTries)
    .where('used_by', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return counted !== undefined
}

/** Uses up a request by its code; undefined if the code is wrong, was used or has expired. Of two at once, one gets it. */
export async function useCode(
  sql: Kysely<Tables>,
  { id, code, now }: { id: string; code: string; now: Date },
  key: KeyObject,
): Promise<SignInMailRow | undefined> {
  const row = await findRequest(sql, id)
  const given = codeHash(key, id, code)
  const wanted = Buffer.from(row?.code_hash ?? '', 'base64url')
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
  return sql
    .updateTable('sign_in_mail')
    .set({ used_by: 'code', try_at: raw<Date>`'infinity'` })
    .where('id', '=', id)
    .where('code_hash', '=', wanted.toString('base64url'))
    .where('used_by', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}

/** Selects the request of a link that works. */
export const requestOfLink = (sql: Kysely<Tables>, secret: string, now: Date) =>
  sql
    .selectFrom('sign_in_mail')
    .where('link_hash', '=', linkHash(secret))
    .where('used_by', 'is', null)
    .where('expires_at', '>', now)

/** Uses up a request by its link; undefined if the link is none, was used or has expired. Of two at once, one gets it. */
export function useMailLink(sql: Kysely<Tables>, secret: string, now: Date): Promise<SignInMailRow | undefined> {
  return sql
    .updateTable('sign_in_mail')
    .set({ used_by: 'link', try_at: raw<Date>`'infinity'` })
    .where('link_hash', '=', linkHash(secret))
    .where('used_by', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}
