import type { Selectable } from 'kysely'
import type { SendMailOptions } from 'nodemailer'
import type { Tables } from '../tables.ts'
import type { Sender } from './config.ts'

export type MailRow = Selectable<Tables['mail']>

/** The message as it travels. One that is sent twice has the same id, by which the receiver can tell. */
export function messageOf(row: MailRow, from: Sender): SendMailOptions {
  return {
    messageId: `<${row.id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    // Queries give times as text, which would go out as it is.
    date: new Date(row.created_at),
    from,
    // As an object it is one address, whatever it holds.
    to: { name: '', address: row.recipient },
    subject: row.subject,
    text: row.body,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
