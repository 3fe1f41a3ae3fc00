import { defineEntity } from '@mikro-orm/postgresql'

/** A mail of an invitation, sent or not, stored as long as limits count it. The id is that of the `Mail`. */
export const InvitationMail = defineEntity({
  name: 'InvitationMail',
  tableName: 'invitation_mail',
  properties: (p) => ({
    id: p.text().primary(),
    organizationId: p.text(),
    /** The recipient's address in the form of `emailKey`. */
    address: p.text(),
    dueAt: p.datetime(3),
    /** The account that it counts for, and the origin of that account; null in mails of earlier versions. */
    account: p.text().nullable(),
    origin: p.text().nullable(),
    /** Time of the first attempt to send it. */
    sentAt: p.datetime(3).nullable(),
  }),
})

/** A message that is still to be sent, written in the transaction that causes it. */
export const Mail = defineEntity({
  name: 'Mail',
  tableName: 'mail',
  properties: (p) => ({
    id: p.text().primary(),
    recipient: p.text(),
    subject: p.text(),
    body: p.text(),
    about: p.text().$type<'invitation' | 'account' | 'notifications'>().default('invitation'),
    /** Where the recipient stops such mails without signing in; null if they cannot. */
    stopUrl: p.text().nullable(),
    /** The number of mails of the same origin within the hour before it: mails with fewer go first. */
    place: p.integer().default(0),
    attempts: p.integer().default(0),
    /** Time before which no attempt is made. */
    tryAt: p.datetime(3).defaultRaw('now()'),
    lastError: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  }),
})

/** A mail of notifications that was written, stored as long as it is counted or asked for again. The id is content's. */
export const NotificationMail = defineEntity({
  name: 'NotificationMail',
  tableName: 'notification_mail',
  properties: (p) => ({
    id: p.text().primary(),
    userId: p.text(),
    /** Null in mails of earlier versions. */
    organizationId: p.text().nullable(),
    createdAt: p.datetime(3),
  }),
})
