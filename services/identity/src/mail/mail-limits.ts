import { z } from 'zod'

/** Limits of invitation mail; counted in the database, so that they hold over restarts and for all replicas. */
export const MailLimits = z.object({
  INVITE_MAILS_PER_HOUR: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(100)
    .describe('Mails per hour for the invitations of one organization; more wait.'),
  INVITE_MAILS_WAITING: z.coerce
    .number()
    .int()
    .min(0)
    .max(100_000)
    .default(1000)
    .describe('Mails of one organization that may wait; an invitation beyond is refused with 429.'),
  INVITE_MAILS_PER_RECIPIENT: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(5)
    .describe(
      'Invitation mails per day to one address, from all organizations. More wait; those that would wait a week are not written.',
    ),
  INVITE_MAIL_PAUSE_HOURS: z.coerce
    .number()
    .int()
    .min(0)
    .max(720)
    .default(24)
    .describe('Hours before an organization writes to an invited address again.'),
})
export type MailLimits = z.output<typeof MailLimits>

/** The dependency of handlers that queue mail. */
export interface MailLimitsNeeds {
  mailLimits: MailLimits
}
