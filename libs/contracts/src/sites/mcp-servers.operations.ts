import { siteRole } from '../access-rules.ts'
import { operations } from '../operation.ts'
import { ListQuery, list } from '../shared/list.ts'
import { CreateSiteMcpServer, SiteMcpServer, UpdateSiteMcpServer } from './mcp-servers.ts'

const all = '/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers' as const
const one = `${all}/{siteMcpServerId}` as const

/** The MCP servers of a site; values of headers are secrets (docs/interface.md#mcp-servers). */
export const mcpServerOperations = operations('sites', {
  listSiteMcpServers: {
    method: 'GET',
    path: all,
    summary: 'List the MCP servers of a site',
    access: siteRole('read'),
    query: ListQuery,
    replies: { 200: list(SiteMcpServer) },
  },
  createSiteMcpServer: {
    method: 'POST',
    path: all,
    summary: 'Add an MCP server to a site',
    access: siteRole('create'),
    body: CreateSiteMcpServer,
    audited: { target: 'mcp-server', id: 'reply', params: ['siteId'], fields: ['name', 'transport'] },
    replies: { 201: SiteMcpServer },
    secret: true,
  },
  getSiteMcpServerById: {
    method: 'GET',
    path: one,
    summary: 'Get an MCP server of a site',
    access: siteRole('read'),
    replies: { 200: SiteMcpServer },
  },
  updateSiteMcpServerById: {
    method: 'PATCH',
    path: one,
    summary: 'Change an MCP server of a site',
    access: siteRole('create'),
    body: UpdateSiteMcpServer,
    audited: { target: 'mcp-server', id: 'siteMcpServerId', params: ['siteId'], fields: ['name', 'transport'] },
    replies: { 200: SiteMcpServer },
    secret: true,
  },
  deleteSiteMcpServerById: {
    method: 'DELETE',
    path: one,
    summary: 'Remove an MCP server from a site',
    access: siteRole('create'),
    audited: { target: 'mcp-server', id: 'siteMcpServerId', params: ['siteId'] },
    replies: { 204: null, 205: null },
  },
})
