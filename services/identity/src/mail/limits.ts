import { z } from 'zod'

/** How much mail invitations may send; kept in the database, so that it holds over restarts and for all replicas. */
export const MailLimits = z.object({
  /** Of one organization; more wait for their turn. */
  INVITE_MAILS_PER_HOUR: z.coerce.number().int().min(1).max(100_000).default(100),
  /** Of one organization; an invitation that would make it more is refused. */
  INVITE_MAILS_WAITING: z.coerce.number().int().min(0).max(100_000).default(1000),
  /** To one address in a day, of all organizations; more wait for their turn. */
  INVITE_MAILS_PER_RECIPIENT: z.coerce.number().int().min(1).max(1000).default(5),
  /** Within which one organization does not write to one address again. */
  INVITE_MAIL_PAUSE_HOURS: z.coerce.number().int().min(0).max(720).default(24),
})
export type MailLimits = z.output<typeof MailLimits>
