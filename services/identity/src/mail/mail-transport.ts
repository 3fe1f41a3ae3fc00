import { accessSync, constants, mkdirSync } from 'node:fs'
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { unwritable } from '@quire/kit'
import { createTransport } from 'nodemailer'
import { type MailConfig, type Sender, senderOf } from './config.ts'
import { retentionDays } from './delivery-attempts.ts'
import { messageOf, type WrittenMail } from './message.ts'

/** Delivers messages. */
export interface MailTransport {
  /** Describes the delivery, for the log. */
  description: string
  /** Number of messages that are delivered at the same time. */
  concurrency: number
  /** Resolves once the message is delivered; rejects with nodemailer's error, or when `signal` aborts. */
  send(row: WrittenMail, signal: AbortSignal): Promise<void>
  close(): void
}

/** Opens the configured transport, if any; throws if it cannot be used. */
export function openMailTransport(config: MailConfig & { PUBLIC_URL: string }): MailTransport | undefined {
  const from = senderOf(config)
  if (config.SMTP_URL) return smtpTransport(config.SMTP_URL, from)
  if (config.MAIL_DIR) return folderTransport(resolve(config.MAIL_DIR), from)
  return undefined
}

const connections = 5
const silenceMs = 20_000

/** Sends over SMTP. The query of the address may set further options of nodemailer, which take precedence. */
function smtpTransport(url: string, from: Sender): MailTransport {
  const { host, username } = new URL(url)
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    // The table schedules retries.
    maxRequeues: 0,
    idleTimeout: 5000,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    // A password must not be sent unencrypted.
    requireTLS: username !== '',
  })
  return {
    description: `sent through ${host}`,
    concurrency: connections,
    async send(row, signal) {
      await transport.sendMail({ ...messageOf(row, from), signal })
    },
    close: () => transport.close(),
  }
}

/** Writes each message to a file; readers of the folder find complete files only. */
function folderTransport(folder: string, from: Sender): MailTransport {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw unwritable('MAIL_DIR', folder, cause)
  }
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    description: `written to ${folder}`,
    concurrency: 100,
    async send(row) {
      const { message } = await composer.sendMail(messageOf(row, from))
      const file = join(folder, `${row.id}.eml`)
      try {
        await writeFile(`${file}.part`, message, { mode: 0o600 })
        await rename(`${file}.part`, file)
      } catch (error) {
        await rm(`${file}.part`, { force: true })
        throw error
      }
    },
    close: () => {},
  }
}

/** The file of a message, or what a process that was killed wrote of it; others in the folder are not Quire's. */
const messageFile = /^[0-9A-Z]{26}\.eml(?:\.part)?$/

/** Deletes the messages that were written to the folder of mail and are as old as those that the table forgets. */
export async function deleteWrittenMails({ SMTP_URL, MAIL_DIR }: MailConfig, now: Date): Promise<void> {
  if (SMTP_URL || !MAIL_DIR) return
  const folder = resolve(MAIL_DIR)
  const before = now.getTime() - retentionDays * 24 * 3600_000
  for (const name of await readdir(folder)) {
    if (!messageFile.test(name)) continue
    const file = join(folder, name)
    // Another replica may delete it meanwhile.
    const found = await stat(file).catch(() => undefined)
    if (found && found.mtimeMs < before) await rm(file, { force: true })
  }
}
