import { on } from 'node:events'
import { watch } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { World } from '@quire/world'

/** The secrets in a mail for signing in. */
export interface SignInSecrets {
  token: string
  code: string
}

/** Does `ask`, and resolves with the secrets in the mail that an address gets for it. */
export async function signInMailTo(world: World, email: string, ask: () => Promise<unknown>): Promise<SignInSecrets> {
  const folder = world.env.MAIL_DIR ?? ''
  // Watches from now on, and keeps the changes that come before they are waited for.
  const watcher = watch(folder)
  const changes = on(watcher, 'change')
  try {
    const seen = new Set(await readdir(folder))
    await ask()
    for (;;) {
      const found = await newMail(folder, seen, email)
      if (found) return found
      await changes.next()
    }
  } finally {
    watcher.close()
  }
}

/** Returns the secrets in a mail that was not there before. */
async function newMail(folder: string, seen: Set<string>, email: string): Promise<SignInSecrets | undefined> {
  for (const file of await readdir(folder)) {
    if (seen.has(file) || !file.endsWith('.eml')) continue
    seen.add(file)
    const found = secretsIn(await readFile(join(folder, file), 'utf8'), email)
    if (found) return found
  }
  return undefined
}

function secretsIn(mail: string, email: string): SignInSecrets | undefined {
  if (!mail.includes(`To: ${email}\r\n`)) return undefined
  // A line that is longer than mails allow goes on in the next one.
  const [, token] = /\/sign-in\/([\w-]+)/.exec(mail.replaceAll('=\r\n', '')) ?? []
  const [, code] = /^ +(\d{6})\r$/m.exec(mail) ?? []
  return token && code ? { token, code } : undefined
}
