import { z } from 'zod'
import { Id, Timestamp } from '../shared/primitives.ts'
import { User } from '../shared/user.ts'

/**
 * Why a person is told something: they are mentioned, somebody replies in a thread of theirs or comments on their change
 * request, their review is asked for, their change request is reviewed or merged, or their import has ended.
 */
export const notificationKinds = [
  'mention',
  'reply',
  'comment',
  'review-requested',
  'review',
  'merge',
  'import',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Something that happened for one person (docs/interface.md#notifications). */
export const Notification = z
  .strictObject({
    object: z.literal('notification'),
    id: Id,
    kind: z.enum(notificationKinds),
    createdAt: Timestamp,
    /** Absent until the person has marked it as read. */
    readAt: Timestamp.optional(),
    /** Who did it; absent for the end of an import. */
    actor: User.optional(),
    space: z.strictObject({ id: Id, title: z.string() }),
    changeRequest: z.strictObject({ id: Id, number: z.number().int(), subject: z.string() }).optional(),
    /** The comment, or that which is replied to; `excerpt` is the beginning of the comment or of the reply. */
    comment: z.strictObject({ id: Id, reply: Id.optional(), page: Id.optional(), excerpt: z.string() }).optional(),
    importRun: z.strictObject({ id: Id, status: z.enum(['completed', 'failed']) }).optional(),
  })
  .meta({ id: 'Notification' })
export type Notification = z.input<typeof Notification>

const mailTimes = ['at-once', 'daily', 'off'] as const
export const mailLanguages = ['de', 'en', 'es', 'fr', 'ja', 'zh'] as const
export type MailLanguage = (typeof mailLanguages)[number]

/** When a person gets mails of their notifications in an organization (docs/interface.md#mails-of-notifications). */
export const NotificationSettings = z
  .strictObject({
    object: z.literal('notification-settings'),
    mentions: z.enum(mailTimes).describe('Of mentions and of reviews that are asked for.'),
    others: z.enum(mailTimes).describe('Of everything else.'),
    language: z.enum(mailLanguages).nullable().describe('The language of the mails; null if it is not known.'),
  })
  .meta({ id: 'NotificationSettings' })
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** Absent fields stay unchanged. */
export const UpdateNotificationSettings = z.object({
  mentions: z.enum(mailTimes).optional(),
  others: z.enum(mailTimes).optional(),
  language: z.enum(mailLanguages).nullable().optional(),
})

/** The unread notifications of a person; `isMore` if there are more than are counted. */
export const UnreadNotifications = z
  .strictObject({ unread: z.number().int().min(0), isMore: z.boolean() })
  .meta({ id: 'UnreadNotifications' })
