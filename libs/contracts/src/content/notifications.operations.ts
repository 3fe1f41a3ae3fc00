import { z } from 'zod'
import { anyMember } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { list, listQuery, QueryFlag } from '../shared/list.ts'
import { Id } from '../shared/primitives.ts'
import { Notification, UnreadNotifications } from './notifications.ts'

const path = '/v1/orgs/{organizationId}/notifications' as const

/** A person's own notifications in an organization (docs/interface.md#notifications). */
export const notificationOperations = operations('content', {
  listNotifications: {
    method: 'GET',
    path,
    summary: 'List what happened for you in an organization, newest first',
    access: anyMember,
    query: listQuery({ unread: QueryFlag.optional() }),
    replies: { 200: list(Notification) },
  },
  countUnreadNotifications: {
    method: 'GET',
    path: `${path}/unread`,
    summary: 'Count your unread notifications in an organization',
    access: anyMember,
    replies: { 200: UnreadNotifications },
  },
  markNotificationsAsRead: {
    method: 'POST',
    path: `${path}/read`,
    summary: 'Mark some of your notifications as read, or all up to one',
    access: anyMember,
    body: z
      .object({ ids: z.array(Id).min(1).max(100).optional(), upTo: Id.optional() })
      .refine(({ ids, upTo }) => (ids === undefined) !== (upTo === undefined), {
        path: ['ids'],
        message: 'give either ids or upTo',
      }),
    replies: { 200: UnreadNotifications },
  },
})
