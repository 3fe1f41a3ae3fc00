import { newId } from '@quire/kit'
import type { Writer } from '../context.ts'

/** A message before it is written; plain text. */
export interface NewMail {
  recipient: string
  subject: string
  body: string
}

/** Writes messages into the caller's transaction; they are sent after it commits, or never were. */
export async function queueMails(sql: Writer['sql'], mails: NewMail[]): Promise<void> {
  if (mails.length === 0) return
  await sql
    .insertInto('mail')
    .values(mails.map((mail) => ({ id: newId(), ...mail })))
    .execute()
}
