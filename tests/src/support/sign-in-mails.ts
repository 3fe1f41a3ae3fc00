import { readdir, readFile, watch } from 'node:fs/promises'
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
  const stopping = new AbortController()
  // Watched before the mails are listed, so that none is missed in between.
  const changes = watch(folder, { signal: stopping.signal })
  const before = new Set(await readdir(folder))
  await ask()
  for (;;) {
    for (const file of await readdir(folder)) {
      if (before.has(file) || !file.endsWith('.eml')) continue
      before.add(file)
      const found = secretsIn(await readFile(join(folder, file), 'utf8'), email)
      if (!found) continue
      stopping.abort()
      return found
    }
    await changes[Symbol.asyncIterator]().next()
  }
}

function secretsIn(mail: string, email: string): SignInSecrets | undefined {
  if (!mail.includes(`To: ${email}\r\n`)) return undefined
  // A line that is longer than mails allow goes on in the next one.
  const [, token] = /\/sign-in\/([\w-]+)/.exec(mail.replaceAll('=\r\n', '')) ?? []
  const [, code] = /^ +(\d{6})\r$/m.exec(mail) ?? []
  return token && code ? { token, code } : undefined
}
