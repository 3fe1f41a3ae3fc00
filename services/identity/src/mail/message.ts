import type { Selectable } from 'kysely'
import type { SendMailOptions } from 'nodemailer'
import type { Tables } from '../database.ts'
import type { Sender } from './config.ts'

export type MailRow = Selectable<Tables['mail']>
/** The columns that a message is made of. */
export type WrittenMail = NewMail & { id: string; created_at: Date | string; stop_url?: string | null }

/** Builds the message to send. A message that is sent twice has the same id, so that receivers can recognize it. */
export function messageOf(row: WrittenMail, from: Sender): SendMailOptions {
  return {
    messageId: `<${row.id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    // Queries return times as text, which would be sent unchanged.
    date: new Date(row.created_at),
    from,
    // An object is always taken as one address, whatever it contains.
    to: { name: '', address: row.recipient },
    subject: row.subject,
    text: row.body,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(row.stop_url && {
        'List-Unsubscribe': `<${row.stop_url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

/** A message to be written to the table; plain text. */
export interface NewMail {
  recipient: string
  subject: string
  body: string
}
