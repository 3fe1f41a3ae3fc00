import { body, inside, type Rows } from './row-types.ts'

/** Everybody in an organization has notifications and spaces of their own. */
export const personalRows: Rows = {
  listNotifications: { least: 'member', ok: 200 },
  countUnreadNotifications: { least: 'member', ok: 200 },
  getNotificationSettings: { least: 'member', ok: 200 },
  updateNotificationSettings: { least: 'member', ok: 200, given: body({ others: 'daily' }) },
  // Only the address in a mail names somebody whose mails can be stopped.
  openNotificationMailStop: { least: 'anyone', ok: 404 },
  stopNotificationMails: { least: 'anyone', ok: 404, meets: { limited: 403 } },
  getPersonalSpaces: { least: 'member', ok: 200 },
  updatePersonalSpace: { least: 'read', ok: 204, ...inside, given: body({ favorite: true }) },
  announcePageEditing: { least: 'edit', ok: 200, ...inside, given: body({ active: true }) },
  markNotificationsAsRead: { least: 'member', ok: 200, given: body({ upTo: 'absent' }) },
}
