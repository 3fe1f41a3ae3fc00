import type { SealedColumn } from '@quire/kit'
import { shareKeyContext } from '../audience/share-keys.ts'
import { visitorKeyContext } from '../audience/visitor-keys.ts'
import { bundleSecretContext } from '../integrations/bundles/stored-bundles.ts'
import { contentSecretContext, installationSecretContext } from '../integrations/installations/configuration.ts'
import { signingSecretContext } from '../integrations/published/publish-integration.ts'
import { headerContext } from './mcp-servers/header-values.ts'

/** All columns of sites with sealed values. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'share_link', id: 'id', column: 'sealed_key', contextOf: shareKeyContext },
  { table: 'publishing_auth', id: 'site_id', column: 'sealed_key', contextOf: visitorKeyContext },
  { table: 'site_mcp_server', id: 'id', column: 'headers', isObject: true, contextOf: headerContext },
  { table: 'integration', id: 'name', column: 'signing_secret', contextOf: signingSecretContext },
  { table: 'integration_bundle', id: 'id', column: 'secrets', isObject: true, contextOf: bundleSecretContext },
  {
    ...{ table: 'integration_installation', id: 'id', column: 'secrets', isObject: true },
    contextOf: installationSecretContext,
  },
  { table: 'integration_content', id: 'id', column: 'secrets', isObject: true, contextOf: contentSecretContext },
]
