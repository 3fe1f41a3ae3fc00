import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { NotificationKind, NotificationSettings } from '@quire/contracts'
import type { Sql } from '../../database.ts'

/** A person in an organization. */
export interface Recipient {
  organizationId: string
  userId: string
}

type Setting = Omit<NotificationSettings, 'object'>

const defaults: Setting = { mentions: 'at-once', others: 'off', language: null }

/** Reads when a person gets mails. */
export async function settingOf(sql: Sql, { organizationId, userId }: Recipient): Promise<Setting> {
  const row = await sql
    .selectFrom('notification_setting')
    .select(['mentions', 'others', 'language'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? defaults
}

/** Stores changes of the setting of a member; nothing of a person who is none. Returns the setting. */
export async function changeSetting(sql: Sql, recipient: Recipient, changes: Partial<Setting>): Promise<Setting> {
  const { organizationId, userId } = recipient
  const first = { ...defaults, ...changes }
  await sql
    .insertInto('notification_setting')
    .columns(['organization_id', 'user_id', 'mentions', 'others', 'language'])
    .expression((from) =>
      from
        .selectFrom('member')
        .where('organization_id', '=', organizationId)
        .where('user_id', '=', userId)
        .select(({ val }) => [
          'organization_id',
          'user_id',
          val(first.mentions).as('mentions'),
          val(first.others).as('others'),
          val(first.language).as('language'),
        ])
        .limit(1),
    )
    .onConflict((known) =>
      known
        .columns(['organization_id', 'user_id'])
        .doUpdateSet((set) =>
          Object.keys(changes).length > 0 ? changes : { mentions: set.ref('notification_setting.mentions') },
        ),
    )
    .execute()
  return settingOf(sql, recipient)
}

/** Returns when a notification of this kind is mailed. */
export const timeOf = (kind: NotificationKind, { mentions, others }: Setting) =>
  kind === 'mention' || kind === 'review-requested' ? mentions : others

/** Returns the text that stops the mails of a person, which only this installation makes. It never ends, and does nothing else. */
export const stopTokenOf = (key: KeyObject, { organizationId, userId }: Recipient): string =>
  `${organizationId}.${userId}.${codeOf(key, { organizationId, userId })}`

/** Returns whose mails a text stops; undefined if it is not ours. */
export function recipientOf(key: KeyObject, stopToken: string): Recipient | undefined {
  const [organizationId = '', userId = '', code = '', ...more] = stopToken.split('.')
  const [given, wanted] = [Buffer.from(code), Buffer.from(codeOf(key, { organizationId, userId }))]
  const isOurs = more.length === 0 && given.length === wanted.length && timingSafeEqual(given, wanted)
  return isOurs ? { organizationId, userId } : undefined
}

const codeOf = (key: KeyObject, { organizationId, userId }: Recipient) =>
  createHmac('sha256', key).update(`stop mails ${organizationId}.${userId}`).digest('base64url')
