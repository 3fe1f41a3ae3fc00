import { z } from 'zod'
import { servicesOnly } from '../access-rules.ts'
import { mailLanguages, type NotificationKind, notificationKinds } from '../content/notifications.ts'
import { operations } from '../operation.ts'
import { Id, Url } from '../shared/primitives.ts'

/** Notifications that a mail lists; it says how many more there are. */
export const maxMailedNotifications = 30

/** What a mail says of one notification. All texts were chosen by people. */
const MailedNotification = z.object({
  kind: z.enum(notificationKinds),
  actor: z.string().max(1000).nullable(),
  space: z.string().max(1000),
  /** The number and the subject of a change request. */
  changeRequest: z.object({ number: z.number().int(), subject: z.string().max(2000) }).nullable(),
  url: Url,
})
export type MailedNotification = z.infer<typeof MailedNotification> & { kind: NotificationKind }

/** A mail of notifications; identity knows the address and writes the text. */
const NotificationMail = z.object({
  /** Identifies the mail: it is sent once, however often it is asked for. */
  id: Id,
  userId: Id,
  organizationId: Id,
  language: z.enum(mailLanguages).nullable(),
  isDaily: z.boolean(),
  notifications: z.array(MailedNotification).min(1).max(maxMailedNotifications),
  more: z.number().int().min(0),
  /** Where the person stops such mails without signing in, and where mail programs do. */
  stopPage: Url,
  stop: Url,
})
export type NotificationMail = z.infer<typeof NotificationMail>

/** Mails of notifications for content; not reachable through the gateway. */
export const notificationMailOperations = operations('identity', {
  sendNotificationMail: {
    method: 'POST',
    path: '/internal/notification-mails',
    summary: 'Write a mail of notifications to a person; `retryAfterSeconds` if they have had many, else null',
    access: servicesOnly('content'),
    body: NotificationMail,
    replies: { 200: z.strictObject({ retryAfterSeconds: z.number().int().min(1).nullable() }) },
  },
})
