import { atLeast } from '@quire/access'
import type { SiteMcpServer } from '@quire/contracts'
import type { Selectable } from 'kysely'
import type { SitesContext } from '../context.ts'
import { maskedHeaders, openedHeaders } from './header-values.ts'
import type { McpServerTables } from './mcp-servers.tables.ts'

type McpServerRow = Selectable<McpServerTables['site_mcp_server']>

/** Whether the caller reads the values of headers: administrators do. */
export const readsValues = ({ access }: Pick<SitesContext, 'access'>): boolean => atLeast(access.level, 'admin')

/** A server as the caller sees it. */
export function presentMcpServer(
  context: SitesContext,
  { id, site_id, name, url, headers }: McpServerRow,
): SiteMcpServer {
  const { access, deps } = context
  const site = `${deps.publicUrl}/v1/orgs/${access.organizationId}/sites/${site_id}`
  return {
    object: 'site-mcp-server',
    id,
    name,
    url,
    headers: readsValues(context) ? openedHeaders(deps.sealer, id, headers) : maskedHeaders(headers),
    urls: { location: `${site}/mcp-servers/${id}` },
  }
}
