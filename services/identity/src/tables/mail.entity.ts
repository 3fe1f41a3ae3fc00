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
    attempts: p.integer().default(0),
    /** Time before which no attempt is made. */
    tryAt: p.datetime(3).defaultRaw('now()'),
    lastError: p.text().nullable(),
    createdAt: p.datetime(3).defaultRaw('now()'),
  }),
})
