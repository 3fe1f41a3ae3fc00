import { z } from 'zod'
import { anyMember, anyone } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { list, listQuery, QueryFlag } from '../shared/list.ts'
import { Id } from '../shared/primitives.ts'
import { Notification, NotificationSettings, UnreadNotifications, UpdateNotificationSettings } from './notifications.ts'

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
  getNotificationSettings: {
    method: 'GET',
    path: `${path}/settings`,
    summary: 'When you get mails of your notifications in an organization',
    access: anyMember,
    replies: { 200: NotificationSettings },
  },
  updateNotificationSettings: {
    method: 'PATCH',
    path: `${path}/settings`,
    summary: 'Change when you get mails of your notifications in an organization',
    access: anyMember,
    body: UpdateNotificationSettings,
    replies: { 200: NotificationSettings },
  },
  openNotificationMailStop: {
    method: 'GET',
    path: '/v1/notification-mails/{stopToken}/stop',
    summary: 'A page that leads to where mails of notifications are stopped; stops none itself',
    access: anyone,
    replies: { 200: null },
    text: 'text/html',
    page: true,
  },
  stopNotificationMails: {
    method: 'POST',
    path: '/v1/notification-mails/{stopToken}/stop',
    summary: 'Stop the mails of notifications that a mail of them is about; mail programs send this too (RFC 8058)',
    access: anyone,
    replies: { 204: null },
  },
})
