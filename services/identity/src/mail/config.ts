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

/** Where mail goes: to a server, else into a folder, else nowhere yet. */
export const MailConfig = z.object({
  SMTP_URL: unlessEmpty(smtpUrl),
  MAIL_DIR: unlessEmpty(z.string()),
  MAIL_FROM: unlessEmpty(Sender),
})
export type MailConfig = z.output<typeof MailConfig>

/** Whom mail is from: MAIL_FROM, else Quire at the host that people know. */
export function senderOf({ MAIL_FROM, PUBLIC_URL }: MailConfig & { PUBLIC_URL: string }): Sender {
  return MAIL_FROM ?? { name: 'Quire', address: `quire@${new URL(PUBLIC_URL).hostname}` }
}
