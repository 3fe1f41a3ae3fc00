import { issueInstallationToken } from '@quire/identity'
import type { World } from '@quire/world'

/** A token of the installation, as `npm run token -- --installation` prints one. */
export const operatorToken = ({ env, services }: World): Promise<string> =>
  issueInstallationToken(
    { SECRETS_DIR: env.SECRETS_DIR ?? '', DATABASE_URL: services.identity.foundation.config.DATABASE_URL },
    { tokenName: 'Operator', lifetimeMs: 3600_000, scope: 'full' },
  )
