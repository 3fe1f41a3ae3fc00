import { type Foundation, type Loop, startLoop } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { NodemailerError } from 'nodemailer'
import { Counter } from 'prom-client'
import type { Tables } from '../database.ts'
import type { MailConfig } from './config.ts'
import { claimMails, deleteMail, postponeMail } from './delivery-attempts.ts'
import type { MailLimits } from './mail-limits.ts'
import { type MailTransport, openMailTransport } from './mail-transport.ts'
import type { MailRow } from './message.ts'

const everyMs = 1000
const attemptMs = 30_000
/** Time that attempts in progress have to finish when the service stops. */
const graceMs = 5000

interface SenderParts extends Pick<Foundation, 'log' | 'metrics'> {
  transport: MailTransport
  /** Mails per hour of the whole installation. */
  perHour: number
  sql: () => Kysely<Tables>
}

/** Starts sending mail if a transport is configured; throws if the transport cannot be used. */
export function startMail(
  config: MailConfig & Pick<MailLimits, 'INVITE_MAILS_PER_HOUR_OF_ALL'> & { PUBLIC_URL: string },
  sending: Omit<SenderParts, 'transport' | 'perHour'>,
): Loop[] {
  const transport = openMailTransport(config)
  if (transport) {
    sending.log.info(`mail is ${transport.description}`)
    return [startSending({ ...sending, transport, perHour: config.INVITE_MAILS_PER_HOUR_OF_ALL })]
  }
  sending.log.warn('mail waits in the database: set SMTP_URL to send it, or MAIL_DIR to have it written to a folder')
  return []
}

/**
 * Sends the messages of the table, each at least once: a message is claimed, and deleted when it is sent. Replicas share
 * the work, and a failing recipient delays no other.
 */
function startSending({ transport, perHour, sql, log, metrics }: SenderParts): Loop {
  const stopping = new AbortController()
  let isStopping = false
  const mails = new Counter({
    name: 'quire_mails_total',
    help: 'Attempts to send a mail, by outcome: sent, failed, given_up',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  })
  // A first failure counts only as an increase of something.
  mails.inc({ outcome: 'given_up' }, 0)

  /** Tries to send a message; returns the error, if any. */
  async function attempt(row: MailRow): Promise<NodemailerError | undefined> {
    const failure = await transport
      .send(row, AbortSignal.any([stopping.signal, AbortSignal.timeout(attemptMs)]))
      .catch((error: NodemailerError) => error)
    if (!failure) {
      await deleteMail(sql(), row)
      mails.inc({ outcome: 'sent' })
      return undefined
    }
    const isGivenUp = await postponeMail(sql(), row, failure)
    mails.inc({ outcome: isGivenUp ? 'given_up' : 'failed' })
    if (isGivenUp) log.error({ mail: row.id, attempts: row.attempts, reason: failure.message }, 'a mail was given up')
    return failure
  }

  /** Sends due messages. Returns true if more may be due; false if all fail, since more would only use up attempts. */
  async function sendSome(): Promise<boolean> {
    const rows = await claimMails(sql(), { max: transport.concurrency, perHour })
    const failures = (await Promise.all(rows.map(attempt))).filter((failure) => failure !== undefined)
    if (failures[0]) log.warn({ mails: failures.length, reason: failures[0].message }, 'mail could not be sent')
    return rows.length >= transport.concurrency && failures.length < rows.length
  }

  const loop = startLoop({ name: 'mail', everyMs, log }, async () => {
    while (!isStopping && (await sendSome()));
  })
  return {
    wake: loop.wake,
    async stop() {
      isStopping = true
      const timeout = setTimeout(() => stopping.abort(), graceMs)
      await loop.stop()
      clearTimeout(timeout)
      transport.close()
    },
  }
}
