import { body, type Rows } from './row-types.ts'

/** Everybody in an organization has notifications of their own. */
export const notificationRows: Rows = {
  listNotifications: { least: 'member', ok: 200 },
  countUnreadNotifications: { least: 'member', ok: 200 },
  markNotificationsAsRead: { least: 'member', ok: 200, given: body({ upTo: 'absent' }) },
}
