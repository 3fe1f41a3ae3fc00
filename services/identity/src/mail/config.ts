import { Email } from '@quire/contracts'
import type { ConfigProblem } from '@quire/kit'
import { z } from 'zod'

const smtpUrl = z.url({ protocol: /^smtps?$/, hostname: /./, error: 'must be smtp://… or smtps://…' })

/** `name@example.com` or `Name <name@example.com>`. */
const Sender = z
  .string()
  .transform((text) => /^(?<name>[^<>\p{Cc}]*)<(?<address>[^<>]+)>$/u.exec(text.trim())?.groups ?? { address: text })
  .pipe(z.object({ name: z.string().trim().default(''), address: Email }))
export type Sender = z.output<typeof Sender>

/** Mail settings: mail is sent to a server, else written to a folder, else waits in the database. */
export const MailConfig = z.object({
  SMTP_URL: smtpUrl
    .optional()
    .describe('Mail server, `smtp://user:password@host:587` or `smtps://…` ([mail](../operations.md#mail)).'),
  MAIL_DIR: z
    .string()
    .optional()
    .describe(
      'Folder that each mail is written to as a file if `SMTP_URL` is not set. Without both, mail waits in the database.',
    ),
  MAIL_FROM: Sender.optional().describe(
    'Sender of mail, `name@example.com` or `Name <name@example.com>`; Quire at the host of `PUBLIC_URL` if it is not set.',
  ),
})
export type MailConfig = z.output<typeof MailConfig>

/** Warns of a folder that no mail is written to. */
export function checkMail({ SMTP_URL, MAIL_DIR }: MailConfig): ConfigProblem[] {
  if (!SMTP_URL || !MAIL_DIR) return []
  return [{ variable: 'MAIL_DIR', message: 'has no effect, because SMTP_URL is set', isWarning: true }]
}

/** Returns the sender of mail: MAIL_FROM, else Quire at the public host. */
export function senderOf({ MAIL_FROM, PUBLIC_URL }: MailConfig & { PUBLIC_URL: string }): Sender {
  return MAIL_FROM ?? { name: 'Quire', address: `quire@${new URL(PUBLIC_URL).hostname}` }
}
