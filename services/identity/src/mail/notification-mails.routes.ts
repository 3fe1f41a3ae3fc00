import { notificationMailOperations } from '@quire/contracts'
import { newId } from '@quire/kit'
import { sql as raw } from 'kysely'
import { z } from 'zod'
import { implementWith } from '../context.ts'
import { lockAccount } from '../users/enabled-account.ts'
import { requireUser } from '../users/users.rules.ts'
import { notificationMail } from './notification-messages.ts'

/** Bounds the mails of notifications that one person gets. */
export const NotificationMailLimits = z.object({
  NOTIFICATION_MAILS_PER_HOUR: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(10)
    .describe('Mails of notifications that one person gets within an hour; more notifications wait, and share a mail.'),
})

/** The dependencies of handlers that write mails of notifications. */
export interface NotificationMailNeeds {
  notificationMailLimits: z.output<typeof NotificationMailLimits>
  /** True if the installation sends mail. */
  sendsMail: boolean
}

const hourMs = 3600_000

export const notificationMailRoutes = implementWith<NotificationMailNeeds>()(notificationMailOperations, {
  /** Writes none to a person who may not sign in, and without a way to send it: an old one would help nobody. */
  async sendNotificationMail({ sql, body, now, publicUrl, sendsMail, notificationMailLimits }) {
    const isDone = { retryAfterSeconds: null }
    if (!sendsMail || !(await lockAccount(sql, body.userId))) return isDone
    const { rows } = await raw<{ known: boolean; recent: number; first: Date | string | null }>`
      select exists (select from notification_mail where id = ${body.id}) as known,
        count(*)::int as recent, min(created_at) as first
      from notification_mail
      where user_id = ${body.userId} and created_at > ${new Date(now().getTime() - hourMs)}::timestamptz`.execute(sql)
    const { known = false, recent = 0, first = null } = rows[0] ?? {}
    if (known) return isDone
    if (recent >= notificationMailLimits.NOTIFICATION_MAILS_PER_HOUR && first !== null) {
      const untilMs = new Date(first).getTime() + hourMs - now().getTime()
      return { retryAfterSeconds: Math.max(1, Math.ceil(untilMs / 1000)) }
    }
    const { email } = await requireUser(sql, body.userId)
    await sql.insertInto('notification_mail').values({ id: body.id, user_id: body.userId, created_at: now() }).execute()
    const mail = notificationMail(body, { recipient: email, publicUrl })
    await sql
      .insertInto('mail')
      .values({ id: newId(), ...mail, about: 'notifications', stop_url: body.stop })
      .execute()
    return isDone
  },
})
