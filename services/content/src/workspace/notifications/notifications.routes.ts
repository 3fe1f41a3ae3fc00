import { type NotificationSettings, notificationOperations } from '@quire/contracts'
import { anyOf, done, notFound, page } from '@quire/kit'
import { implement } from '../context.ts'
import { changeSetting, recipientOf, settingOf } from './notification-settings.ts'
import { countUnread, listOwn } from './notifications.list.ts'

export const notificationRoutes = implement(notificationOperations, {
  listNotifications: listOwn,

  countUnreadNotifications: countUnread,

  /** Marks the caller's own; ids of other people's notifications have no effect. */
  async markNotificationsAsRead(context) {
    const { sql, body, access, userId, deps } = context
    await sql
      .updateTable('notification')
      .set({ read_at: deps.now() })
      .where('organization_id', '=', access.organizationId)
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
      .$if(body.ids !== undefined, (update) => update.where('id', '=', anyOf(body.ids ?? [])))
      .$if(body.upTo !== undefined, (update) => update.where('id', '<=', body.upTo ?? ''))
      .execute()
    return countUnread(context)
  },

  async getNotificationSettings({ sql, access: { organizationId }, userId }) {
    return presentSettings(await settingOf(sql, { organizationId, userId }))
  },

  async updateNotificationSettings({ sql, body, access: { organizationId }, userId }) {
    return presentSettings(await changeSetting(sql, { organizationId, userId }, body))
  },

  /** Programs that look for harmful pages open every link of a mail, so that this one only leads on. */
  async openNotificationMailStop({ params, deps }) {
    if (!recipientOf(deps.stopKey, params.stopToken)) throw notFound('What this link is about')
    const address = `${deps.publicUrl}/stop-mails/${params.stopToken}`
    return page('Mails of notifications', ['Continue to stop the mails of your notifications.'], {
      link: { label: 'Continue', address },
    })
  },

  async stopNotificationMails({ sql, params, deps }) {
    const recipient = recipientOf(deps.stopKey, params.stopToken)
    if (!recipient) throw notFound('What this link is about')
    await changeSetting(sql, recipient, { mentions: 'off', others: 'off' })
    return done()
  },
})

const presentSettings = (setting: Omit<NotificationSettings, 'object'>) => ({
  object: 'notification-settings' as const,
  ...setting,
})
