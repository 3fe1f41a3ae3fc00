import { z } from 'zod'

const count = (fallback: number, min = 1) => z.coerce.number().int().min(min).max(100_000).default(fallback)

/** Limits of invitation mail; counted in the database, so that they hold over restarts and for all replicas. */
export const MailLimits = z.object({
  INVITE_MAILS_PER_HOUR: count(100).describe('Mails per hour for the invitations of one organization; more wait.'),
  INVITE_MAILS_WAITING: count(1000, 0).describe(
    'Mails of one organization that may wait; an invitation beyond is refused with 429.',
  ),
  INVITE_MAILS_PER_HOUR_OF_ACCOUNT: count(200).describe(
    'Mails per hour for the invitations of one account, in all organizations; more wait.',
  ),
  INVITE_MAILS_WAITING_OF_ACCOUNT: count(2000, 0).describe(
    'Mails of one account that may wait; an invitation beyond is refused with 429.',
  ),
  INVITE_MAILS_PER_HOUR_OF_ALL: count(5000).describe(
    'Invitation mails per hour of the whole installation; more wait, and accounts take turns.',
  ),
  INVITE_MAILS_PER_RECIPIENT: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(5)
    .describe(
      'Invitation mails per day to one address, from all organizations; two fifths of them from one account. More wait; those that would wait a week are not written.',
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
