import { atLeast } from '@quire/access'
import { mcpServerOperations, type SiteMcpServer } from '@quire/contracts'
import { absent, conflict, countOf, created, deleted, forbidden, keysetPage, listOf, newId, notFound } from '@quire/kit'
import type { Selectable } from 'kysely'
import { implement, type SitesContext } from '../../context.ts'
import type { Sql } from '../../database.ts'
import { lockSite, removeOnSite } from '../../model/sites.state.ts'
import type { McpServerTables } from '../../tables/mcp-servers.tables.ts'
import { maskedHeaders, openedHeaders, sealedHeaders } from './header-values.ts'

type McpServerRow = Selectable<McpServerTables['site_mcp_server']>

const maxServers = 20

export const mcpServerRoutes = implement(mcpServerOperations, {
  /** Lists the servers of a site, oldest first. */
  async listSiteMcpServers(context) {
    const { sql, params, page, cursors } = context
    const all = serversOf(sql, params.siteId)
    return listOf({
      page,
      cursors,
      rows: await keysetPage(all, page, ['id']).execute(),
      present: (row) => presentMcpServer(context, row),
      after: (row) => [row.id],
      count: () => countOf(sql, all.clearSelect().select('id')),
    })
  },

  async createSiteMcpServer(context) {
    const { sql, params, body, deps } = context
    const site = await lockSite(sql, params.siteId)
    const present = (await countOf(sql, serversOf(sql, site.id).clearSelect().select('id'))) ?? maxServers
    if (present >= maxServers) throw conflict(`A site has ${maxServers} MCP servers at most.`)
    const id = newId()
    const headers = JSON.stringify(sealedHeaders(deps.sealer, id, body.headers ?? {}, {}))
    const row = await sql
      .insertInto('site_mcp_server')
      .values({ id, site_id: site.id, name: body.name, url: body.url, transport: body.transport ?? 'sse', headers })
      .returningAll()
      .executeTakeFirstOrThrow()
    return created(presentMcpServer(context, row))
  },

  async getSiteMcpServerById(context) {
    return presentMcpServer(context, await mcpServer(context.sql, context.params))
  },

  async updateSiteMcpServerById(context) {
    const { sql, params, body, deps } = context
    await lockSite(sql, params.siteId)
    const before = await mcpServer(sql, params)
    const headers = body.headers ? sealedHeaders(deps.sealer, before.id, body.headers, before.headers) : before.headers
    // Without this check, a caller who may not read the values could have them sent to another server.
    const isMoved = body.url !== undefined && body.url !== before.url
    if (isMoved && !readsValues(context) && reusesValue(before.headers, headers))
      throw forbidden('body.url: values of headers that you may not read stay with their address: send them anew.')
    const row = await sql
      .updateTable('site_mcp_server')
      .set({ name: body.name, url: body.url, transport: body.transport, headers: JSON.stringify(headers) })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return presentMcpServer(context, row)
  },

  async deleteSiteMcpServerById({ sql, params }) {
    await lockSite(sql, params.siteId)
    const { siteId, siteMcpServerId: id } = params
    return (await removeOnSite(sql, 'site_mcp_server', { siteId, id })) ? deleted() : absent()
  },
})

const serversOf = (sql: Sql, siteId: string) =>
  sql.selectFrom('site_mcp_server').selectAll().where('site_id', '=', siteId)

async function mcpServer(sql: Sql, { siteId, siteMcpServerId }: { siteId: string; siteMcpServerId: string }) {
  const row = await serversOf(sql, siteId).where('id', '=', siteMcpServerId).executeTakeFirst()
  if (!row) throw notFound('The MCP server')
  return row
}

function reusesValue(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): boolean {
  const values = new Set(Object.values(before))
  return Object.values(after).some((sealed) => values.has(sealed))
}

/** True if the caller may read header values: administrators may, with a token of full scope. */
const readsValues = ({ access, caller }: Pick<SitesContext, 'access' | 'caller'>): boolean =>
  atLeast(access.level, 'admin') && caller.scope === 'full'

/** Presents a server as the caller sees it. */
function presentMcpServer(
  context: SitesContext,
  { id, site_id, name, url, transport, headers }: McpServerRow,
): SiteMcpServer {
  const { access, deps } = context
  const site = `${deps.publicUrl}/v1/orgs/${access.organizationId}/sites/${site_id}`
  return {
    object: 'site-mcp-server',
    id,
    name,
    url,
    transport,
    headers: readsValues(context) ? openedHeaders(deps.sealer, id, headers) : maskedHeaders(headers),
    urls: { location: `${site}/mcp-servers/${id}` },
  }
}
