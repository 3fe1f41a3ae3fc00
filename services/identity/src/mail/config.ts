import { Email } from '@quire/contracts'
import { z } from 'zod'

/** A compose file passes on a variable that nobody set as an empty string. */
const unlessEmpty = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

const smtpUrl = z.url({ protocol: /^smtps?$/, hostname: /./, error: 'must be smtp://… or smtps://…' })

/** `name@example.com` or `Name <name@example.com>`. */
const Sender = z
  .string()
  .transform((text) => /^(?<name>[^<>\p{Cc}]*)<(?<address>[^<>]+)>$/u.exec(text.trim())?.groups ?? { address: text })
  .pipe(z.object({ name: z.string().trim().default(''), address: Email }))
export type Sender = z.output<typeof Sender>

/** Mail settings: mail is sent to a server, else written to a folder, else waits in the database. */
export const MailConfig = z.object({
  SMTP_URL: unlessEmpty(smtpUrl).describe(
    'Mail server, `smtp://user:password@host:587` or `smtps://…` ([mail](../operations.md#mail)).',
  ),
  MAIL_DIR: unlessEmpty(z.string()).describe(
    'Folder that each mail is written to as a file if `SMTP_URL` is not set. Without both, mail waits in the database.',
  ),
  MAIL_FROM: unlessEmpty(Sender).describe(
    'Sender of mail, `name@example.com` or `Name <name@example.com>`; Quire at the host of `PUBLIC_URL` if it is not set.',
  ),
})
export type MailConfig = z.output<typeof MailConfig>

/** Returns the sender of mail: MAIL_FROM, else Quire at the public host. */
export function senderOf({ MAIL_FROM, PUBLIC_URL }: MailConfig & { PUBLIC_URL: string }): Sender {
  return MAIL_FROM ?? { name: 'Quire', address: `quire@${new URL(PUBLIC_URL).hostname}` }
}
