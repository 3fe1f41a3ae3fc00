import { body, inside, on, type Rows } from './row-types.ts'

const server = { name: 'Tools', url: 'https://mcp.example.com/', headers: { 'X-Key': 'abc' } }

export const customizationRows: Rows = {
  getSiteCustomizationById: { least: 'read', ok: 200, ...inside },
  updateSiteCustomizationById: { least: 'create', ok: 200, ...inside, given: body({ title: 'Docs' }) },
  getSiteSpaceCustomizationById: { least: 'read', ok: 200, ...inside },
  overrideSiteSpaceCustomizationById: {
    least: 'create',
    ok: 200,
    ...inside,
    given: body({ pdf: { enabled: true } }),
  },
  putSiteFile: { least: 'create', ok: 201, ...inside, given: body('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  deleteSiteSpaceCustomizationById: { least: 'create', ok: 205, ...inside, given: on('customized site space') },
  listSiteMcpServers: { least: 'read', ok: 200, ...inside },
  createSiteMcpServer: { least: 'create', ok: 201, ...inside, given: body(server) },
  getSiteMcpServerById: { least: 'read', ok: 200, ...inside },
  updateSiteMcpServerById: { least: 'create', ok: 200, ...inside, given: body({ name: 'Other' }) },
  deleteSiteMcpServerById: { least: 'create', ok: 205, ...inside, given: on('MCP server') },
}
