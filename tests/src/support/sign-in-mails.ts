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
export const signInMailTo = (world: World, email: string, ask: () => Promise<unknown>): Promise<SignInSecrets> =>
  mailTo(world, email, secretsIn, ask)

/** Does `ask`, and resolves with what `read` finds in a mail that an address gets after that; it passes over other mails. */
export async function mailTo<Found>(
  world: World,
  email: string,
  read: (mail: string) => Found | undefined,
  ask: () => Promise<unknown>,
): Promise<Found> {
  const folder = world.env.MAIL_DIR ?? ''
  // Watches from now on, and keeps the changes that come before they are waited for.
  const watcher = watch(folder)
  const changes = on(watcher, 'change')
  try {
    const seen = new Set(await readdir(folder))
    await ask()
    for (;;) {
      const found = await newMail(folder, seen, (mail) => (mail.includes(`To: ${email}\r\n`) ? read(mail) : undefined))
      if (found) return found
      await changes.next()
    }
  } finally {
    watcher.close()
  }
}

/** Returns what is found in a mail that was not there before. */
async function newMail<Found>(
  folder: string,
  seen: Set<string>,
  read: (mail: string) => Found | undefined,
): Promise<Found | undefined> {
  for (const file of await readdir(folder)) {
    if (seen.has(file) || !file.endsWith('.eml')) continue
    seen.add(file)
    // A line that is longer than mails allow goes on in the next one.
    const found = read((await readFile(join(folder, file), 'utf8')).replaceAll('=\r\n', ''))
    if (found) return found
  }
  return undefined
}

function secretsIn(mail: string): SignInSecrets | undefined {
  const [, token] = /\/sign-in\/([\w-]+)/.exec(mail) ?? []
  const [, code] = /^ +(\d{6})\r$/m.exec(mail) ?? []
  return token && code ? { token, code } : undefined
}
