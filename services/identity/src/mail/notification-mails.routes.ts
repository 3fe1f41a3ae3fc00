import { notificationMailOperations } from '@quire/contracts'
import { type Input, newId } from '@quire/kit'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { type Context, implementWith } from '../context.ts'
import type { Tables } from '../database.ts'
import { accountsWith } from '../users/emails.ts'
import { lockAccount } from '../users/enabled-account.ts'
import { requireUser } from '../users/users.rules.ts'
import type { UserRow } from '../users/users.state.ts'
import { notificationMail } from './notification-messages.ts'

/** Bounds the mails of notifications that one person gets from one organization. */
export const NotificationMailLimits = z.object({
  NOTIFICATION_MAILS_PER_HOUR: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(10)
    .describe(
      'Mails of notifications that one person gets within an hour from one organization; more notifications wait, and share a mail.',
    ),
})

/** The dependencies of handlers that write mails of notifications. */
export interface NotificationMailNeeds {
  notificationMailLimits: z.output<typeof NotificationMailLimits>
  /** True if the installation sends mail. */
  sendsMail: boolean
}

const hourMs = 3600_000
/** Organizations that may mail one address as much as each may, where none of them knows whose it is. */
const organizationsOfUnproved = 2

type Sending = Context<NotificationMailNeeds> & Input<typeof notificationMailOperations.sendNotificationMail>

export const notificationMailRoutes = implementWith<NotificationMailNeeds>()(notificationMailOperations, {
  /** Writes none to a person who may not sign in, and without a way to send it: an old one would help nobody. */
  async sendNotificationMail(context) {
    const { sql, body, now, publicUrl, sendsMail } = context
    const { id, userId: user_id, organizationId: organization_id, stop } = body
    const isDone = { retryAfterSeconds: null }
    if (!sendsMail || !(await lockAccount(sql, user_id))) return isDone
    if (await sql.selectFrom('notification_mail').select('id').where('id', '=', id).executeTakeFirst()) return isDone
    const person = await requireUser(sql, user_id)
    const seconds = await secondsToWait(context, person)
    if (seconds > 0) return { retryAfterSeconds: seconds }
    await sql.insertInto('notification_mail').values({ id, user_id, organization_id, created_at: now() }).execute()
    const mail = notificationMail(body, { recipient: person.email, publicUrl })
    await sql
      .insertInto('mail')
      .values({ id: newId(), ...mail, about: 'notifications', stop_url: stop })
      .execute()
    return isDone
  },
})

/**
 * Returns the seconds until the person may get another mail of the organization. Each organization has a bound of its own,
 * so that none uses up that of another. But any organization may vouch for any address, each with an account of its own:
 * all such accounts of an address share a bound as well.
 */
async function secondsToWait(context: Sending, person: UserRow): Promise<number> {
  const { sql, body, notificationMailLimits } = context
  const { NOTIFICATION_MAILS_PER_HOUR: perHour } = notificationMailLimits
  const all = mailsIn(sql)
  const own = all.where('user_id', '=', person.id).where('organization_id', '=', body.organizationId)
  const seconds = await secondsUntilFewer(own, perHour, context)
  if (person.vouched_by === null) return seconds
  const unproved = accountsWith(sql, [person.email]).clearSelect().select('user.id').where('vouched_by', 'is not', null)
  const ofAddress = all.where('user_id', 'in', unproved)
  return Math.max(seconds, await secondsUntilFewer(ofAddress, perHour * organizationsOfUnproved, context))
}

const mailsIn = (sql: Kysely<Tables>) => sql.selectFrom('notification_mail').select('created_at')

/** Returns the seconds until fewer than `max` of these mails are younger than an hour; 0 if they are fewer now. */
async function secondsUntilFewer(
  mails: ReturnType<typeof mailsIn>,
  max: number,
  { now }: Pick<Sending, 'now'>,
): Promise<number> {
  const hourAgo = now().getTime() - hourMs
  const recent = mails.where('created_at', '>', new Date(hourAgo)).orderBy('created_at', 'desc')
  const last = await recent
    .offset(max - 1)
    .limit(1)
    .executeTakeFirst()
  return last ? Math.max(1, Math.ceil((new Date(last.created_at).getTime() - hourAgo) / 1000)) : 0
}
