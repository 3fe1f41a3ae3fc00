import { token } from '@quire/contracts'
import { sql as raw } from 'kysely'
import type { Writer } from '../database.ts'
import { emailKey, hasAddress } from '../users/emails.ts'
import type { Administering } from './administering.ts'

/** Bounds the rows and events of one transaction. */
const endedAtOnce = 500

/**
 * Ends all access tokens of a person, those of single sign-on too, and what they could still sign in with: mails, links and
 * codes; and the links by which they let others in, as an administrator. Returns the number of tokens. Each transaction is
 * small, and a second run goes on where the first one was killed.
 */
export async function endSessions({ within }: Pick<Administering, 'within'>, userId: string): Promise<number> {
  for (let ended = 0; ; ) {
    const count = await within(async (writer) => {
      const person = writer.sql.selectFrom('user').select('email').where('id', '=', userId)
      // A sign-in by mail uses the mail up before it locks the person, one by a link the other way round.
      await endMails(writer, (await person.executeTakeFirstOrThrow()).email)
      // Whoever makes a token for the person holds the row: the token is found here, or is not made.
      const { email } = await person.forUpdate().executeTakeFirstOrThrow()
      await deleteLinks(writer, { userId, email })
      await deleteCodes(writer, userId)
      return revokeSome(writer, userId)
    })
    ended += count
    if (count < endedAtOnce) return ended
  }
}

async function revokeSome({ sql, emit }: Writer, userId: string): Promise<number> {
  const rows = await sql
    .updateTable('token')
    .set({ revoked_at: new Date() })
    .where('id', 'in', (tokens) =>
      tokens
        .selectFrom('token')
        .select('id')
        .where('user_id', '=', userId)
        // A token of an organization does not end with the administrator who made it.
        .where('kind', '!=', 'scim')
        .where('revoked_at', 'is', null)
        .orderBy('id')
        .limit(endedAtOnce),
    )
    .returning('id')
    .execute()
  for (const { id } of rows) emit(token.removed, { key: id, version: 1 })
  return rows.length
}

/** Ends the links and codes of mails to an address, and mails that were not written yet. The rows stay: limits count them. */
async function endMails({ sql }: Writer, email: string): Promise<void> {
  const now = new Date()
  await sql
    .updateTable('sign_in_mail')
    .set({ expires_at: now, try_at: raw<Date>`'infinity'` })
    .where('address', '=', emailKey(email))
    .where('expires_at', '>', now)
    .execute()
}

/** Deletes the links for a person's address, and those that they made for others. */
async function deleteLinks({ sql }: Writer, { userId, email }: { userId: string; email: string }): Promise<void> {
  await sql
    .deleteFrom('sign_in_link')
    .where(({ or, eb, selectFrom }) =>
      or([hasAddress(email), eb('made_by', 'in', selectFrom('member').select('id').where('user_id', '=', userId))]),
    )
    .execute()
}

async function deleteCodes({ sql }: Writer, userId: string): Promise<void> {
  await sql
    .deleteFrom('sign_in_code')
    .where('member_id', 'in', (members) => members.selectFrom('member').select('id').where('user_id', '=', userId))
    .execute()
}
