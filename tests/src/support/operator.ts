import { administer, issueInstallationToken } from '@quire/identity'
import type { World } from '@quire/world'

/** A token of the installation, as `npm run token -- --installation` prints one. */
export const operatorToken = ({ env, services }: World): Promise<string> =>
  issueInstallationToken(
    { SECRETS_DIR: env.SECRETS_DIR ?? '', DATABASE_URL: services.identity.foundation.config.DATABASE_URL },
    { tokenName: 'Operator', lifetimeMs: 3600_000, scope: 'full' },
  )

/** Makes a link that signs somebody in, as `npm run admin -- sign-in-link` with these flags does; returns its path. */
export async function signInLink({ env, services }: World, ...flags: string[]): Promise<string> {
  const lines: string[] = []
  const own = { ...env, DATABASE_URL: services.identity.foundation.config.DATABASE_URL }
  await administer(own, ['sign-in-link', ...flags], (line) => lines.push(line))
  return new URL(lines[0] ?? '').pathname
}
