import { type Foundation, type Loop, startLoop } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { NodemailerError } from 'nodemailer'
import { Counter } from 'prom-client'
import type { Tables } from '../tables.ts'
import { claimMails, forgetMail, postponeMail } from './attempts.ts'
import type { MailConfig } from './config.ts'
import type { MailRow } from './message.ts'
import { openPost, type Post } from './post.ts'

const everyMs = 1000
const attemptMs = 30_000
/** What is under way when the service stops may still finish. */
const graceMs = 5000

interface SenderParts extends Pick<Foundation, 'log' | 'metrics'> {
  post: Post
  sql: () => Kysely<Tables>
}

/** Starts what sends the mail, where the configuration has a way for it; throws where it cannot be used. */
export function startMail(config: MailConfig & { PUBLIC_URL: string }, sending: Omit<SenderParts, 'post'>): Loop[] {
  const post = openPost(config)
  if (post) {
    sending.log.info(`mail is ${post.where}`)
    return [startSending({ ...sending, post })]
  }
  sending.log.warn('mail waits in the database: set SMTP_URL to send it, or MAIL_DIR to have it written to a folder')
  return []
}

/**
 * Sends the messages of the table, each at least once: a message is claimed, and deleted when it is out. Replicas share
 * the work, and one bad recipient holds up no other.
 */
function startSending({ post, sql, log, metrics }: SenderParts): Loop {
  const stopping = new AbortController()
  let isStopping = false
  const mails = new Counter({
    name: 'quire_mails_total',
    help: 'Attempts to send a mail, by outcome: sent, failed, given_up',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  })

  /** Returns why the message is not out, if it is not. */
  async function attempt(row: MailRow): Promise<NodemailerError | undefined> {
    const failure = await post
      .send(row, AbortSignal.any([stopping.signal, AbortSignal.timeout(attemptMs)]))
      .catch((error: NodemailerError) => error)
    if (!failure) {
      await forgetMail(sql(), row)
      mails.inc({ outcome: 'sent' })
      return undefined
    }
    const isGivenUp = await postponeMail(sql(), row, failure)
    mails.inc({ outcome: isGivenUp ? 'given_up' : 'failed' })
    if (isGivenUp) log.error({ mail: row.id, attempts: row.attempts, reason: failure.message }, 'a mail was given up')
    return failure
  }

  /** Returns whether there may be more to do. Where nothing gets through it stops: more would only use up attempts. */
  async function sendSome(): Promise<boolean> {
    const rows = await claimMails(sql(), post.atOnce)
    const failures = (await Promise.all(rows.map(attempt))).filter((failure) => failure !== undefined)
    if (failures[0]) log.warn({ mails: failures.length, reason: failures[0].message }, 'mail could not be sent')
    return rows.length === post.atOnce && failures.length < rows.length
  }

  const loop = startLoop({ name: 'mail', everyMs, log }, async () => {
    while (!isStopping && (await sendSome()));
  })
  return {
    wake: loop.wake,
    async stop() {
      isStopping = true
      const patience = setTimeout(() => stopping.abort(), graceMs)
      await loop.stop()
      clearTimeout(patience)
      post.close()
    },
  }
}
