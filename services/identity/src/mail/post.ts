import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createTransport } from 'nodemailer'
import { type MailConfig, type Sender, senderOf } from './config.ts'
import { type MailRow, messageOf } from './message.ts'

/** The way out for messages. */
export interface Post {
  /** In words, for the log. */
  where: string
  /** How many it takes at once. */
  atOnce: number
  /** Resolves once the message is out of our hands; rejects with nodemailer's error, or when `signal` aborts. */
  send(row: MailRow, signal: AbortSignal): Promise<void>
  close(): void
}

/** The way out that the configuration names, if any; throws where it cannot be used. */
export function openPost(config: MailConfig & { PUBLIC_URL: string }): Post | undefined {
  const from = senderOf(config)
  if (config.SMTP_URL) return smtpPost(config.SMTP_URL, from)
  if (config.MAIL_DIR) return folderPost(resolve(config.MAIL_DIR), from)
  return undefined
}

const connections = 5
const silenceMs = 20_000

/** The address may carry more of nodemailer's options as its query, which go before these. */
function smtpPost(url: string, from: Sender): Post {
  const { host, username } = new URL(url)
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    // Who tries again, and when, is decided by the table.
    maxRequeues: 0,
    idleTimeout: 5000,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    // A password is not for everyone on the way.
    requireTLS: username !== '',
  })
  return {
    where: `sent through ${host}`,
    atOnce: connections,
    async send(row, signal) {
      await transport.sendMail({ ...messageOf(row, from), signal })
    },
    close: () => transport.close(),
  }
}

/** Each message a file; whoever reads the folder finds whole ones only. */
function folderPost(folder: string, from: Sender): Post {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    where: `written to ${folder}`,
    atOnce: 100,
    async send(row) {
      const { message } = await composer.sendMail(messageOf(row, from))
      const file = join(folder, `${row.id}.eml`)
      await writeFile(`${file}.part`, message, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
    close: () => {},
  }
}
