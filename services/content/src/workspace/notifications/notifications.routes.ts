import { notificationOperations } from '@quire/contracts'
import { anyOf } from '@quire/kit'
import { implement } from '../context.ts'
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
})
