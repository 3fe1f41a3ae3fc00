import type { KeyObject } from 'node:crypto'
import { sessionLinkAddress } from '@quire/contracts'
import { type Foundation, type Loop, newId, startLoop } from '@quire/kit'
import { type Kysely, sql as raw } from 'kysely'
import type { NodemailerError } from 'nodemailer'
import { Counter } from 'prom-client'
import type { Tables } from '../database.ts'
import { type MailConfig, senderOf } from '../mail/config.ts'
import { type MailTransport, openMailTransport } from '../mail/mail-transport.ts'
import { mayEnter } from './may-enter.ts'
import type { SignInConfig } from './sign-in-limits.ts'
import { mailMinutes, makeSecrets, type SignInMailRow } from './sign-in-mails.rules.ts'

const everyMs = 1000
const attemptMs = 30_000
/** Duration of a claim. Longer than an attempt may take: a claim expires only if its process died. */
const claimMs = 60_000
const maxDelayMs = 30_000

interface SendingParts extends Pick<Foundation, 'log' | 'metrics' | 'now'> {
  sql: () => Kysely<Tables>
  /** The key of the hashes of codes. */
  codeKey: KeyObject
}

type SendingConfig = MailConfig & Pick<SignInConfig, 'SIGN_UP'> & { PUBLIC_URL: string }

/**
 * Starts writing the mails that people asked for to sign in; undefined without a way to send mail. Whether an address gets
 * one is decided here, so that the request takes as long for any address.
 */
export function startSignInMails(config: SendingConfig, parts: SendingParts): Loop | undefined {
  const transport = openMailTransport(config)
  if (!transport) return undefined
  const { sql, now, log, codeKey, metrics } = parts
  const mails = new Counter({
    name: 'quire_sign_in_mails_total',
    help: 'Requests to sign in by mail, by outcome: sent, failed, unknown (the address may not sign in)',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  })
  // A first failure counts only as an increase of something.
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0)

  const entering = () => ({ sql: sql(), now, publicUrl: config.PUBLIC_URL, signUp: config.SIGN_UP })
  const attempt = async (row: SignInMailRow, signal: AbortSignal): Promise<void> => {
    if (!(await mayEnter(entering(), row))) {
      await settle(sql(), row)
      return mails.inc({ outcome: 'unknown' })
    }
    const secrets = await makeSecrets(sql(), row, codeKey)
    const failure = await send(transport, mailTo(row, { ...secrets, config, now: now() }), signal)
    if (failure) {
      await postpone(sql(), row, now())
      log.warn({ reason: failure.message }, 'a mail for signing in could not be sent')
    } else await settle(sql(), row)
    mails.inc({ outcome: failure ? 'failed' : 'sent' })
  }

  const loop = startLoop({ name: 'mails for signing in', everyMs, log }, async (signal) => {
    for (let isMore = true; isMore && !signal.aborted; ) {
      const rows = await claimRequests(sql(), now(), transport.concurrency)
      await Promise.all(rows.map((row) => attempt(row, signal)))
      isMore = rows.length === transport.concurrency
    }
  })
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop()
      transport.close()
    },
  }
}

/** Sends a mail; returns the error, if any. */
function send(transport: MailTransport, mail: Parameters<MailTransport['send']>[0], signal: AbortSignal) {
  return transport
    .send(mail, AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]))
    .then(() => undefined)
    .catch((error: NodemailerError) => error)
}

/** Claims requests that are due, in one statement; other replicas skip them until the claim expires. */
function claimRequests(sql: Kysely<Tables>, now: Date, max: number): Promise<SignInMailRow[]> {
  return sql
    .with('due', (db) =>
      db
        .selectFrom('sign_in_mail')
        .select('id')
        .where('try_at', '<=', now)
        .where('expires_at', '>', now)
        .orderBy('try_at')
        .limit(max)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .updateTable('sign_in_mail')
    .from('due')
    .set((set) => ({ attempts: set('attempts', '+', 1), try_at: new Date(now.getTime() + claimMs) }))
    .whereRef('sign_in_mail.id', '=', 'due.id')
    .returningAll('sign_in_mail')
    .execute()
}

const settle = (sql: Kysely<Tables>, { id }: SignInMailRow) =>
  sql.updateTable('sign_in_mail').set({ try_at: raw<Date>`'infinity'` }).where('id', '=', id).execute()

/** Postpones a request after a failure, longer each time; after its end nobody tries again. */
const postpone = (sql: Kysely<Tables>, { id, attempts }: SignInMailRow, now: Date) =>
  sql
    .updateTable('sign_in_mail')
    .set({ try_at: new Date(now.getTime() + Math.min(1000 * 2 ** attempts, maxDelayMs)) })
    .where('id', '=', id)
    .execute()

interface MailParts {
  secret: string
  code: string
  config: SendingConfig
  now: Date
}

/** Writes the mail. Nothing in it was chosen by somebody else, so that it cannot carry the words of whoever asked for it. */
function mailTo({ email }: SignInMailRow, { secret, code, config, now }: MailParts) {
  const { name } = senderOf(config)
  return {
    // A second attempt has another link, so it is another mail.
    id: newId(),
    created_at: now,
    recipient: email,
    subject: `Sign in to ${name || 'Quire'}`,
    body: `Open this address in the browser in which you want to sign in:

  ${sessionLinkAddress(config.PUBLIC_URL, secret)}

Or enter this code where you asked for this mail:

  ${code}

Each of them works for ${mailMinutes} minutes, and both end as soon as one is used. Give the code to nobody: whoever asks
you for it wants to sign in as you.

If you did not ask for this mail, you need not do anything.
`,
  }
}
