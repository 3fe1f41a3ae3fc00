import { mcpServerOperations } from '@quire/contracts'
import { absent, conflict, countOf, created, deleted, forbidden, keysetPage, listOf, newId, notFound } from '@quire/kit'
import { implement } from '../context.ts'
import type { Sql } from '../database.ts'
import { removeOnSite } from '../states/remove-on-site.ts'
import { lockSite } from '../states/sites.state.ts'
import { sealedHeaders } from './header-values.ts'
import { presentMcpServer, readsValues } from './mcp-servers.present.ts'

const mostServers = 20

export const mcpServerRoutes = implement(mcpServerOperations, {
  /** Oldest first. */
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
    const present = (await countOf(sql, serversOf(sql, site.id).clearSelect().select('id'))) ?? mostServers
    if (present >= mostServers) throw conflict(`A site has ${mostServers} MCP servers at most.`)
    const id = newId()
    const headers = JSON.stringify(sealedHeaders(deps.sealer, id, body.headers ?? {}, {}))
    const row = await sql
      .insertInto('site_mcp_server')
      .values({ id, site_id: site.id, name: body.name, url: body.url, headers })
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
    // Else whoever may not read the values could have them sent to a server of their own.
    const isMoved = body.url !== undefined && body.url !== before.url
    if (isMoved && !readsValues(context) && keepsValue(before.headers, headers))
      throw forbidden('body.url: values of headers that you may not read stay with their address: send them anew.')
    const row = await sql
      .updateTable('site_mcp_server')
      .set({ name: body.name, url: body.url, headers: JSON.stringify(headers) })
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

function keepsValue(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): boolean {
  const kept = new Set(Object.values(before))
  return Object.values(after).some((sealed) => kept.has(sealed))
}
