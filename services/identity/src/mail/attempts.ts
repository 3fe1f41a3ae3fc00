import { type Kysely, sql as raw } from 'kysely'
import type { NodemailerError } from 'nodemailer'
import type { Tables } from '../tables.ts'
import type { MailRow } from './message.ts'

/** Longer than an attempt may take: a claim runs out only where its process died. */
const claimSeconds = 60
const longestDelaySeconds = 3600
/** With an hour between the later ones: about two days. */
const attemptsAllowed = 60
/** An invitation that arrives later than this surprises more than it helps. */
const keepDays = 30

/** Takes messages that are due, in one short transaction; other replicas pass them over until the claim ends. */
export async function claimMails(sql: Kysely<Tables>, most: number): Promise<MailRow[]> {
  return sql
    .with('due', (db) =>
      db
        .selectFrom('mail')
        .select('id')
        .where('try_at', '<=', raw<Date>`now()`)
        .orderBy('try_at')
        .limit(most)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .updateTable('mail')
    .from('due')
    .set((set) => ({ attempts: set('attempts', '+', 1), try_at: inSeconds(claimSeconds) }))
    .whereRef('mail.id', '=', 'due.id')
    .returningAll('mail')
    .execute()
}

export async function forgetMail(sql: Kysely<Tables>, { id }: MailRow): Promise<void> {
  await sql.deleteFrom('mail').where('id', '=', id).execute()
}

/** After a failure: lets the message wait, longer each time, or gives it up; returns whether it did. */
export async function postponeMail(sql: Kysely<Tables>, row: MailRow, error: NodemailerError): Promise<boolean> {
  const isGivenUp = row.attempts >= attemptsAllowed || isUnknownRecipient(error)
  const delaySeconds = Math.min(2 ** row.attempts, longestDelaySeconds)
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

/**
 * The server said that there is no such recipient and never will be. Any other refusal may be a wrong configuration.
 */
const isUnknownRecipient = ({ permanent, command }: NodemailerError) => permanent === true && command === 'RCPT TO'

const inSeconds = (seconds: number) => raw<Date>`now() + make_interval(secs => ${seconds})`

export async function forgetOldMails(sql: Kysely<Tables>): Promise<void> {
  const before = raw<Date>`now() - make_interval(days => ${keepDays})`
  await sql.deleteFrom('mail').where('created_at', '<', before).execute()
  await sql.deleteFrom('invitation_mail').where('due_at', '<', before).execute()
}
