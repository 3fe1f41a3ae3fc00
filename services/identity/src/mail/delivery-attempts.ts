import { type Kysely, sql as raw } from 'kysely'
import type { NodemailerError } from 'nodemailer'
import type { Tables } from '../database.ts'
import type { MailRow } from './message.ts'

/** Duration of a claim. Longer than an attempt may take: a claim expires only if its process died. */
const claimSeconds = 60
const maxDelaySeconds = 3600
/** Attempts before a message is given up: about two days, with an hour between the later ones. */
const maxAttempts = 60
/** Days after which mails are deleted: a later invitation would surprise more than help. */
export const retentionDays = 30

/**
 * Claims messages that are due, in one short transaction; other replicas skip them until the claim expires. Accounts take
 * turns, those of one address together. Claims no invitations beyond the limit of the installation, and up to `max` of
 * other mails, which that limit does not concern: a warning about an account never waits for invitations.
 */
export async function claimMails(
  sql: Kysely<Tables>,
  { max, perHour }: { max: number; perHour: number },
): Promise<MailRow[]> {
  return sql
    .with('others', (db) =>
      db
        .selectFrom('mail')
        .select('id')
        .where('try_at', '<=', raw<Date>`now()`)
        .where('about', '!=', 'invitation')
        .orderBy(raw`about <> 'account'`)
        .orderBy('try_at')
        .limit(max)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .with('invitations', (db) =>
      db
        .selectFrom('mail')
        .select('id')
        .where('try_at', '<=', raw<Date>`now()`)
        .where('about', '=', 'invitation')
        .orderBy('place')
        .orderBy('try_at')
        .limit(raw<number>`least(${max}::bigint, greatest(${perHour}::bigint - ${sentWithinHour}, 0))`)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .with('sent', (db) =>
      db
        .updateTable('invitation_mail')
        .set({ sent_at: raw<Date>`now()` })
        .where('sent_at', 'is', null)
        .where('id', 'in', (from) => from.selectFrom('invitations').select('id'))
        .returning('id'),
    )
    .with('due', (db) => db.selectFrom('others').select('id').unionAll(db.selectFrom('invitations').select('id')))
    .updateTable('mail')
    .from('due')
    .set((set) => ({ attempts: set('attempts', '+', 1), try_at: inSeconds(claimSeconds) }))
    .whereRef('mail.id', '=', 'due.id')
    .returningAll('mail')
    .execute()
}

const sentWithinHour = raw<number>`(
  select count(*) from invitation_mail where sent_at > now() - interval '1 hour')`

export async function deleteMail(sql: Kysely<Tables>, { id }: MailRow): Promise<void> {
  await sql.deleteFrom('mail').where('id', '=', id).execute()
}

/** Postpones a message after a failure, longer each time, or gives it up; returns true if it is given up. */
export async function postponeMail(sql: Kysely<Tables>, row: MailRow, error: NodemailerError): Promise<boolean> {
  const isGivenUp = row.attempts >= maxAttempts || isUnknownRecipient(error)
  const delaySeconds = Math.min(2 ** row.attempts, maxDelaySeconds)
  await sql
    .updateTable('mail')
    .set({
      try_at: isGivenUp ? raw<Date>`'infinity'` : inSeconds(delaySeconds),
      last_error: error.message.slice(0, 500),
    })
    .where('id', '=', row.id)
    .execute()
  return isGivenUp
}

/** True if the server permanently rejects the recipient. Any other rejection may be caused by a wrong configuration. */
const isUnknownRecipient = ({ permanent, command }: NodemailerError) => permanent === true && command === 'RCPT TO'

const inSeconds = (seconds: number) => raw<Date>`now() + make_interval(secs => ${seconds})`

export async function deleteOldMails(sql: Kysely<Tables>): Promise<void> {
  const before = raw<Date>`now() - make_interval(days => ${retentionDays})`
  await sql.deleteFrom('mail').where('created_at', '<', before).execute()
  await sql.deleteFrom('invitation_mail').where('due_at', '<', before).execute()
  await sql.deleteFrom('notification_mail').where('created_at', '<', before).execute()
}
