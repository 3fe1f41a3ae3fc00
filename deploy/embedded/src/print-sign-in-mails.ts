import { mkdir, readFile, watch } from 'node:fs/promises'
import { join } from 'node:path'
import type { Terminal } from './terminal.ts'

/**
 * Prints the link and the code of each mail for signing in that is written to a folder from now on, because nobody reads
 * these files. Ends when `signal` aborts; a failure is one line on the terminal.
 */
export async function printSignInMails(folder: string, terminal: Terminal, signal: AbortSignal): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for await (const { filename } of watch(folder, { signal })) {
      const notice = filename?.endsWith('.eml') ? noticeOf(await readMail(join(folder, filename))) : undefined
      if (notice) terminal.line(notice)
    }
  } catch (error) {
    if (!signal.aborted) terminal.line(`  Mails for signing in are not printed: ${String(error)}`)
  }
}

/** Returns the text of a mail; empty if the file is gone again. */
const readMail = (file: string) => readFile(file, 'utf8').catch(() => '')

/** Returns the line about a mail; undefined if it is not for signing in. */
export function noticeOf(mail: string): string | undefined {
  // A line that is too long for a mail is broken after an equals sign.
  const text = mail.replaceAll('=\r\n', '')
  const [, recipient = ''] = /^To: (.+)\r$/m.exec(text) ?? []
  const [, link] = /^ +(https?:\/\/\S+\/sign-in\/[\w-]+)\r$/m.exec(text) ?? []
  const [, code] = /^ +(\d{6})\r$/m.exec(text) ?? []
  if (link === undefined || code === undefined) return undefined
  return `  Mail to ${recipient.replaceAll(/\p{Cc}/gu, '')}: sign in at ${link} or with the code ${code}`
}
